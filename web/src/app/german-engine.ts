/** The texts of the design engine in German, and what it says of a draft. */

import sentences from '../engine/sentences.de.json'
import engine from '../engine/texts.de.json'

export const piece = { texts: { engine }, sentences }
