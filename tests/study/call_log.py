"""What measures were called with; a module of its own, since what a measure uses is part of its identity."""

calls = []
