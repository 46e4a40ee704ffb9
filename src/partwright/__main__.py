"""`python -m partwright` is the command `partwright`."""

from partwright.cli import main

if __name__ == "__main__":
    main()
