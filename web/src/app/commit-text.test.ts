import { afterEach, expect, test } from 'vitest'
import { actionText } from '../items/history-actions'
import { replaceTexts } from '../kit/i18n'
import { commitText } from '../records/commit-text'
import { sentencesIn } from './sentences'
import sentences from './sentences.de.json'
import words from './words.de.json'

afterEach(() => replaceTexts('en', {}))

test.each([
  ['Relationship Updated PN-000004', 'PN-000004: Zeile geändert'],
  ['File Added PN-000004', 'PN-000004: Datei hinzugefügt'],
  ['Created PN-000008 and 2 more', 'PN-000008 (+2): Angelegt'],
  ['Revise for ECO-000002', 'Überarbeitung für ECO-000002'],
  ['Updated pcb-7b', 'pcb-7b: Geändert'],
  ['Release ECO-000002', 'ECO-000002: Freigegeben'],
  ['Resolve conflicts of ECO-000002', 'Konflikte von ECO-000002 gelöst'],
  ['Rebase work/lighter onto main', 'work/lighter auf main nachgezogen'],
  ['Imported parts list.csv', 'parts list.csv importiert'],
  ['Imported from the old system', 'Imported from the old system'],
  ['Draft 2', 'Draft 2'],
  ['Test', 'Test'],
  ['Merge', 'Merge'],
  ['Updated drawing', 'Updated drawing'],
  ['Design created', 'Design angelegt'],
  ['Created a rib where it bends', 'Created a rib where it bends'],
  ['Thicker jaw', 'Thicker jaw'],
])('%s is told in German unless somebody wrote it', (message, german) => {
  // English has its words from the server, but for those of lines and files.
  const english = message
    .replace('Relationship Updated', 'Line updated:')
    .replace('File Added', 'File added:')
  expect(commitText(message)).toBe(english)
  replaceTexts('de', { words }, sentencesIn(sentences, words))
  expect(commitText(message)).toBe(german)
})

test.each([
  ['Revision Started', 'Revision started', 'Überarbeitung begonnen'],
  ['Revision Dropped', 'Revision dropped', 'Überarbeitung verworfen'],
  ['Checkout Cancelled', 'Checkout cancelled', 'Auschecken zurückgenommen'],
  ['Restored', 'Restored', 'Wiederhergestellt'],
])('%s in a history is told in the reader’s words', (action, english, german) => {
  expect(actionText(action)).toBe(english)
  replaceTexts('de', { words })
  expect(actionText(action)).toBe(german)
})
