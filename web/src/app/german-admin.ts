/** The texts of the pages of the administration in German, which few people open. */

import sentences from '../admin/sentences.de.json'
import admin from '../admin/texts.de.json'
import audit from '../audit/texts.de.json'
import workflows from '../workflows/texts.de.json'

export const piece = { texts: { admin, audit, workflows }, sentences }
