/** Spaces are no reason: a field that holds nothing else is empty. */
export function keepNoBlank({ currentTarget }: { currentTarget: { value: string } }): void {
  if (!currentTarget.value.trim()) currentTarget.value = ''
}
