/** The only gate for addresses of scripts: workers of this application. */

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => unknown }
}

const factory = (globalThis as unknown as { trustedTypes?: TrustedTypes }).trustedTypes
const policy = factory?.createPolicy('partwright', { createScriptURL: ownAddress })

function ownAddress(address: string): string {
  const { origin } = new URL(address, window.location.href)
  if (origin !== window.location.origin) throw new TypeError(`not our own script: ${address}`)
  return address
}

/** An address of this application that a worker may be made of. */
export function scriptAddress(address: string): unknown {
  return policy ? policy.createScriptURL(address) : ownAddress(address)
}
