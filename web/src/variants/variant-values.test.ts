import { describe, expect, it } from 'vitest'
import { linesIn, valuesIn } from './variant-values'

describe('variants as they are typed', () => {
  it('takes a line for each, its values in the order of the attributes', () => {
    expect(linesIn(' Length \n\n Head\n')).toEqual(['Length', 'Head'])
    expect(valuesIn('6 mm; hex\n 8 mm\t round \n10 mm', ['Length', 'Head'])).toEqual([
      { Length: '6 mm', Head: 'hex' },
      { Length: '8 mm', Head: 'round' },
      { Length: '10 mm', Head: '' },
    ])
  })
})
