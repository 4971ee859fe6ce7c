"""How numbers of the psychic phase are said in sentences."""


def dice_words(*numbers: int) -> str:
    """Return numbers of dice in words.

    Examples
    --------
    >>> dice_words(1), dice_words(4, 5), dice_words(*range(10))
    ('1 die', '4 or 5 dice', '0 to 9 dice')
    """
    if len(numbers) > 3:
        return f"{numbers[0]} to {numbers[-1]} dice"
    return f"{' or '.join(map(str, numbers))} {'die' if numbers == (1,) else 'dice'}"


def charge_words(number: int) -> str:
    """Return a number of charges in words.

    Examples
    --------
    >>> charge_words(1), charge_words(2)
    ('1 charge', '2 charges')
    """
    return plural(number, "charge")


def plural(number: int, noun: str) -> str:
    """Return a number of things.

    Examples
    --------
    >>> plural(1, "wound"), plural(2, "wound"), plural(0, "test")
    ('1 wound', '2 wounds', '0 tests')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"
