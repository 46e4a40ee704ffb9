/** Keys of kept answers, so that a write can name what it made stale. */

export const keys = {
  me: ['me'] as const,
  methods: ['auth-methods'] as const,
  items: ['items'] as const,
  item: (id: string) => ['items', 'one', id] as const,
  designs: ['designs'] as const,
  programs: ['programs'] as const,
  files: ['files'] as const,
  changeOrders: ['change-orders'] as const,
  users: ['users'] as const,
  roles: ['roles'] as const,
  tokens: ['tokens'] as const,
  signOns: ['sign-ons'] as const,
  search: ['search'] as const,
  inbox: ['inbox'] as const,
  views: ['views'] as const,
  preferences: ['preferences'] as const,
}
