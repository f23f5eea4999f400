/** What a link in a message does, by the code in it. */
export type ActionCode = { kind: ActionKind; email: string | null; newEmail: string | null }

/** What the service calls each. */
export const ACTIONS = {
  'reset-password': 'PASSWORD_RESET',
  'verify-email': 'VERIFY_EMAIL',
  'change-email': 'VERIFY_AND_CHANGE_EMAIL',
  'recover-email': 'RECOVER_EMAIL',
} as const
export type ActionKind = keyof typeof ACTIONS

/** What a link of this request type does; `null` when it is none this site knows. */
export function kindOf(requestType: string | undefined): ActionKind | null {
  const kinds: readonly ActionKind[] = ['reset-password', 'verify-email', 'change-email', 'recover-email']
  return kinds.find((kind) => ACTIONS[kind] === requestType) ?? null
}
