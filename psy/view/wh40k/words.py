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
