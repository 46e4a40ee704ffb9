/** The texts of imports in German, and what is said of a list. */

import sentences from '../imports/sentences.de.json'
import imports from '../imports/texts.de.json'

export const piece = { texts: { imports }, sentences }
