"""python -m irtrack: see command/."""

import sys

from .command.main import main

sys.exit(main())
