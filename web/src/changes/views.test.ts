import { expect, test } from 'vitest'
import { boardStates } from './board-states'
import { byDay, dayText, monthOf, weeksOf } from './calendar-days'

test('the board has the states of the workflows in use, each once', () => {
  const definition = (names: string[], more: object = {}) => ({
    definitionType: 'workflow',
    isActive: true,
    states: names.map((name) => ({ name })),
    ...more,
  })
  const all = [
    definition(['Draft', 'Checked', 'Released']),
    definition(['Open', 'Done'], { definitionType: 'lifecycle' }),
    definition(['Idea'], { isActive: false }),
    definition(['Draft', 'In Review', 'Released']),
  ]
  expect(boardStates(all)).toEqual(['Draft', 'In Review', 'Released', 'Checked'])
  expect(boardStates(all, 'Released,Draft')).toEqual(['Draft', 'Released'])
})

test('months are whole weeks from Monday on, over the turn of a year too', () => {
  const weeks = weeksOf(monthOf('2026-02', new Date()))
  expect(weeks).toHaveLength(5)
  expect(dayText(weeks[0]?.[0])).toBe('2026-01-26')
  expect(dayText(weeksOf({ year: 2027, index: 0 })[0]?.[0])).toBe('2026-12-28')
  expect(monthOf('2026-13', new Date(2026, 10, 22))).toEqual({ year: 2026, index: 10 })
})

test('a change stands on the day of its effect, else on that of its release', () => {
  const days = byDay([
    { implementationDate: '2026-11-30', releasedAt: '2026-11-02T10:00:00Z' },
    { implementationDate: null, releasedAt: '2026-11-02T23:30:00Z' },
    { implementationDate: null, releasedAt: null },
  ])
  expect([...days.keys()]).toEqual(['2026-11-30', '2026-11-02'])
  expect(days.get('2026-11-02')?.[0]?.isReleased).toBe(true)
})
