/** Months as weeks of days, and what falls on which; dates without a time, so all in UTC; pure. */

export interface Month {
  year: number
  index: number
}

export interface Day<O> {
  order: O
  isReleased: boolean
}

interface Dated {
  implementationDate?: string | null
  releasedAt?: string | null
}

/** `2026-11`, or the month of today. */
export function monthOf(text: string | undefined, today: Date): Month {
  const found = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text ?? '')
  if (!found) return { year: today.getFullYear(), index: today.getMonth() }
  return { year: Number(found[1]), index: Number(found[2]) - 1 }
}

/** The weeks of a month from Monday on, filled up by the days beside it. */
export function weeksOf({ year, index }: Month): Date[][] {
  const first = new Date(Date.UTC(year, index, 1))
  const before = (first.getUTCDay() + 6) % 7
  const count = new Date(Date.UTC(year, index + 1, 0)).getUTCDate()
  return Array.from({ length: Math.ceil((before + count) / 7) }, (_, week) =>
    Array.from(
      { length: 7 },
      (_, day) => new Date(Date.UTC(year, index, 1 - before + week * 7 + day)),
    ),
  )
}

export function dayText(day: Date | undefined): string | undefined {
  return day?.toISOString().slice(0, 10)
}

/** Each change order on the day of its effect; without one on the day of its release. */
export function byDay<O extends Dated>(orders: readonly O[]): Map<string, Day<O>[]> {
  const days = new Map<string, Day<O>[]>()
  for (const order of orders) {
    const isReleased = !order.implementationDate
    const day = (order.implementationDate ?? order.releasedAt ?? '').slice(0, 10)
    if (day) days.set(day, [...(days.get(day) ?? []), { order, isReleased }])
  }
  return days
}
