/** Whether a trial says that the import itself would be refused; pure. */

/** Who asks is unknown, or asks too slowly or too often: nothing about the list. */
const OF_THE_MOMENT = [401, 408, 429]

/** A server that is away, slow or broken just now may well take what the trial could not tell. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !OF_THE_MOMENT.includes(status)
}
