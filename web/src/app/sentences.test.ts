import { expect, test } from 'vitest'
import engine from '../engine/sentences.de.json'
import imports from '../imports/sentences.de.json'
import { sentencesIn } from './sentences'
import base from './sentences.de.json'

const german = { ...base, ...engine, ...imports }
const told = sentencesIn(german)

test('what a sentence names stands in the other one', () => {
  expect(told('Item is locked by Ada Lovelace')).toBe('Gesperrt von Ada Lovelace')
  expect(told("No transition 'Approve' leaves the state Draft; there are: Submit, Cancel")).toBe(
    "Aus dem Status Draft führt kein Schritt 'Approve'; es gibt: Submit, Cancel",
  )
  expect(told('expected a number above 0, got -3')).toBe('Erwartet wird eine Zahl über 0, nicht -3')
  expect(told('This requires the permission items.create.')).toContain('items.create')
})

test('states have their own words, and what stands against something is told by its parts', () => {
  const inGerman = sentencesIn(german, { 'In Review': 'In Prüfung' })
  expect(inGerman('PN-1 is In Review and cannot be changed')).toBe(
    'PN-1 hat den Status In Prüfung und kann nicht geändert werden',
  )
  expect(inGerman('Approval of ECO-1 in the state In Review')).toBe(
    'Zustimmung zu ECO-1 im Status In Prüfung',
  )
  expect(inGerman('A-1 is used by B-1, B-2; A-2 is used by C-1')).toBe(
    'A-1 wird verwendet in B-1, B-2; A-2 wird verwendet in C-1',
  )
  expect(inGerman('Part PN-9 does not exist')).toContain('PN-9')
})

test('names in a list are those that the reader knows', () => {
  const inGerman = sentencesIn(german, { 'weight unit': 'Gewichtseinheit', Submit: 'Einreichen' })
  expect(
    inGerman(
      'PN-1 already exists with other values (name, weight unit) and keeps them without update',
    ),
  ).toContain('(name, Gewichtseinheit)')
  expect(
    inGerman("No transition 'Go' leaves the state Draft; there are: Submit, Cancel"),
  ).toContain('es gibt: Einreichen, Cancel')
})

test('what stands against variants is told, those that are hidden counted', () => {
  expect(told('SCREW still has the variants A-1, A-2')).toBe(
    'SCREW hat noch die Varianten A-1, A-2',
  )
  expect(told('SCREW still has the variants A-1, A-2 and 3 that you cannot see')).toBe(
    'SCREW hat noch die Varianten A-1, A-2 und 3 für Sie nicht sichtbare',
  )
  expect(told('SCREW still has the variants 3 that you cannot see')).toBe(
    'SCREW hat noch 3 Varianten, die Sie nicht sehen',
  )
  expect(told('SCREW is a variant already, and cannot become a variant')).toBe(
    'SCREW ist schon eine Variante',
  )
})

test('forms that begin with what is named do not swallow a sentence before it', () => {
  expect(told('"Price" names no currency: EUR is assumed')).toBe(
    '"Price" nennt keine Währung: angenommen wird EUR',
  )
  expect(told('"Weight" names no unit: g is assumed')).toBe(
    '"Weight" nennt keine Einheit: angenommen wird g',
  )
  expect(told('13 names no unit: it is taken in lb, that of UP-3')).toBe(
    '13 nennt keine Einheit: es gilt lb wie bei UP-3',
  )
  expect(told('"Qty" is taken as the quantity; "Count", "Anzahl" may be meant too')).toBe(
    '"Qty" gilt als Menge; auch "Count", "Anzahl" könnte gemeint sein',
  )
})

test('what stands behind a name or in brackets is told, however it is divided', () => {
  expect(told('Gesamt | 329.6: a sum, not a part; it is empty')).toBe(
    'Gesamt | 329.6: eine Summe, kein Teil; leer',
  )
  expect(told('Parents follow from the paths in "Structure"; level 0 is the top.')).toBe(
    'Die Struktur folgt aus den Pfaden in "Structure"; Ebene 0 steht oben',
  )
  expect(told('Qty: "two pcs" is read as 2')).toBe('Qty: "two pcs" wird als 2 gelesen')
  expect(
    told('"Qty" says "a": "Price" may be what a pack costs; it is read as the price of one'),
  ).toBe(
    '"Qty" says "a": "Price" ist vielleicht der Preis einer Packung; gelesen wird er als Stückpreis',
  )
})

test('what an import doubts is told with its rows', () => {
  expect(told('"MPN": "Clamp" is a word (row 3)')).toBe('"MPN": "Clamp" ist ein Wort (Zeile 3)')
  expect(told('the part number "CN1" looks like a designator (rows 2, 3 and 4 more)')).toBe(
    'die Teilenummer "CN1" sieht wie ein Positionsbezeichner aus (Zeilen 2, 3 und 4 weitere)',
  )
  expect(told('no column is read as prices; "Shop says", "Est_USD" may be')).toBe(
    'keine Spalte wird als Preise gelesen; vielleicht "Shop says", "Est_USD"',
  )
  expect(
    told('nothing names the supplier of "Order no."; its numbers are kept as attributes'),
  ).toBe('nichts nennt den Lieferanten zu "Order no."; die Nummern bleiben Merkmale')
})

test('figures are written in German, and numbers of parts as they are', () => {
  expect(told('expected a whole number from 0 to 10,000, got 12.5')).toContain(
    'von 0 bis 10.000, nicht 12,5',
  )
  expect(told('The text states 2.5 kg, the solids weigh 1,204.75 kg')).toBe(
    'Der Text nennt 2,5 kg, die Körper wiegen 1.204,75 kg',
  )
  expect(told('12,000 is used by 3.10')).toBe('12,000 wird verwendet in 3.10')
  expect(told('expected text or null, got 2.5')).toBe('Erwartet wird Text oder nichts, nicht 2,5')
})

test('the drafter says in German who it is, and that it writes English', () => {
  const hello =
    "This is Partwright's built-in drafter: rules and a catalogue, no language model. It drafts what it can derive and marks what it assumes."
  expect(told(hello)).toContain('ohne Sprachmodell')
  expect(told(hello)).toContain('Anforderungen sind englisch')
  expect(told(`${hello} A figure is missing that decides the design.`)).toContain(
    'fehlt eine Angabe',
  )
})

test('what could not be read of a price is told by what it was to be', () => {
  const said = (what: string) =>
    `"Break 2" holds what could not be read as ${what}, as "2x"; it is left out`
  expect(told(said('a number of pieces'))).toContain('nicht als Stückzahl zu lesen war, wie "2x"')
  expect(told(said('a price'))).toContain('nicht als Preis zu lesen')
})

test('another sentence stays as it is', () => {
  expect(told('x'.repeat(5000))).toBe('x'.repeat(5000))
  expect(told('Item is locked by ')).toBe('Item is locked by ')
})

test('what a run of the design engine ends with is told in German', () => {
  expect(told('The server is stopping; resume to continue')).toBe(
    'Der Server wird angehalten; setzen Sie danach fort',
  )
  expect(told('The model did not finish within 600 seconds')).toContain('600 Sekunden')
  expect(told('Assumed as for bought parts: 2 USD, and 8 a kilogram.')).toBe(
    'Angenommen wie für Kaufteile: 2 USD, und 8 je Kilogramm',
  )
  expect(
    told(
      'Assumed for one of a small lot, printed: 4 USD, 30 a kilogram, and plastic at 25 a kilogram, a third of it cut away.',
    ),
  ).toContain('kleiner Serie, printed: 4 USD, 30 je Kilogramm, und plastic zu 25')
})

test('what stands against a draft is told in German', () => {
  const cases = {
    "The prices or lead times of 12 parts are assumed, to no supplier's list: together USD 1,234.50 and 14 days":
      'Preise oder Lieferzeiten von 12 Teilen sind angenommen, nach keiner Preisliste: zusammen 1.234,50 USD und 14 Tage',
    "The price or lead time of one part is assumed, to no supplier's list: together EUR 3 and USD 5 and 1 days":
      'Preis oder Lieferzeit eines Teils ist angenommen, nach keiner Preisliste: zusammen 3 EUR und 5 USD und 1 Tage',
    "'Bracket' reuses 'it-1', which is not a part here":
      "'Bracket' übernimmt 'it-1', was hier kein Teil ist",
    'The text states “4 wheels, red”: the structure has 3':
      'Der Text nennt „4 wheels, red“: die Struktur hat 3',
    'Not understood, so that nothing here follows from it: “clamp”, “bezel”':
      'Nicht verstanden, nichts hier folgt daraus: „clamp“, „bezel“',
    'The text states “a round top”: top is not round':
      'Der Text nennt „a round top“: top ist nicht round',
    'These figures cannot be right: 120 %: an efficiency cannot be above 100 %':
      'Diese Angaben können nicht stimmen: 120 %: ein Wirkungsgrad liegt nicht über 100 %',
    'These figures cannot be right: the height is 1 m and 2 m':
      'Diese Angaben können nicht stimmen: Höhe: 1 m und 2 m',
    'Leg #1, Leg #2 and 3 more touch nothing else':
      'Berührt nichts anderes: Leg #1, Leg #2 und 3 weitere',
    'Hinge cannot move: at 12.5 Lid #1 runs into Wall #2':
      'Hinge ist nicht beweglich: bei 12,5 stößt Lid #1 an Wall #2',
    'I do not know this product: only what the text names is listed; for more, name its parts with sizes, or set a language model (setting `model`).':
      'Dieses Produkt kenne ich nicht: aufgeführt ist nur, was der Text nennt; nennen Sie für mehr die Teile mit Maßen oder richten Sie ein Sprachmodell ein (Einstellung `model`)',
    '12 requirements for desk lamp (read as: lamp), 3 of them from figures of the text.':
      '12 Anforderungen für desk lamp (gelesen als: lamp), 3 davon aus Angaben des Texts',
  }
  for (const [english, own] of Object.entries(cases)) expect(told(english)).toBe(own)
})

test('what runs and imports tell has a German form', () => {
  expect(told('It has 1234 rows, 12 the last time')).toBe('Er hat 1234 Zeilen, beim letzten Mal 12')
  expect(told('It has 1 row')).toBe('Er hat 1 Zeile')
  expect(told('the row has no quantity (viele): one is taken')).toBe(
    'die Zeile nennt keine zählbare Menge (viele): es gilt eins',
  )
  expect(told('The 9 products of the STEP file are its parts.')).toBe(
    'Die 9 Produkte der STEP-Datei werden Teile',
  )
})

test.each([
  [
    'the level is 3, but no row of level 2 is above it',
    'die Ebene ist 3, aber darüber steht keine Zeile der Ebene 2',
  ],
  [
    'Cost: expected an amount such as 12.50, $12.50 or 12,50 EUR, got "n/a"',
    'Cost: erwartet wird ein Betrag wie 12,50 EUR, $12.50 oder 12.50',
  ],
  [
    'BOLT is on Main, Spare: the quantities are added up, 12 in all',
    'BOLT steht in Main, Spare: Die Mengen werden addiert, zusammen 12',
  ],
  ['JAW is used in the BOM of ARM', 'JAW steht in der Stückliste von ARM'],
  ['ARM in JAW would make JAW contain itself', 'Mit ARM in JAW enthielte JAW sich selbst'],
  [
    'The design cannot be deleted: its items are used in the BOM of ARM, JAW',
    'Das Design lässt sich nicht löschen: seine Objekte werden verwendet in ARM, JAW',
  ],
  [
    'Branch eco/ECO-1 is locked while its change is under review',
    'Der Branch eco/ECO-1 ist gesperrt, solange seine Änderung geprüft wird',
  ],
  ['3 places were changed since the commit, in ARM', 'Seit dem Commit wurde dort geändert, in ARM'],
])('why something is refused or doubted: %s', (sentence, own) => {
  expect(told(sentence)).toContain(own)
})

test('no sentence is told by the form of a wider one that stands before it', () => {
  const hidden = Object.entries(german).filter(([form, own]) => {
    const sentence = form.replace(/\{(?:told)?\}/g, 'X1')
    return told(sentence) !== sentencesIn({ [form]: own })(sentence)
  })
  expect(hidden.map(([form]) => form)).toEqual([])
})
