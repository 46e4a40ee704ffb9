"""The command line: `scripts/attack <what>`."""

import sys

from attacks.command import main

sys.exit(main())
