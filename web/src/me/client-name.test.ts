import { expect, test } from 'vitest'
import { clientName } from './client-name'

const MOZILLA = 'Mozilla/5.0'
const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${MOZILLA} (X11; Linux x86_64) ${KIT} HeadlessChrome/150.0.0.0 Safari/537.36`, 'Chrome, Linux'],
  [`${MOZILLA} (Windows NT 10.0) ${KIT} Chrome/150 Safari/537.36 Edg/150.0`, 'Edge, Windows'],
  [`${MOZILLA} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox, Linux'],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${KIT} Version/18.0 Safari/604.1`,
    'Safari, iOS',
  ],
  ['python-httpx/0.28', 'python-httpx/0.28'],
])('%s is %s', (line, name) => {
  expect(clientName(line)).toBe(name)
})
