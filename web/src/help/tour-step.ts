/** Where one is in the tour of the demonstration; null outside it. */

import { createStore } from '../kit/store'

export const tourStep = createStore<number | null>(null)
