/** Action of a link in a message, by the code in it. */
export type ActionCode = { kind: ActionKind; email: string | null; newEmail: string | null }

/** The service's name of each action. */
export const ACTIONS = {
  'reset-password': 'PASSWORD_RESET',
  'verify-email': 'VERIFY_EMAIL',
  'change-email': 'VERIFY_AND_CHANGE_EMAIL',
  'recover-email': 'RECOVER_EMAIL',
} as const
export type ActionKind = keyof typeof ACTIONS

/** Answers the action of a link of this request type; `null` for one that this site does not know. */
export function kindOf(requestType: string | undefined): ActionKind | null {
  const kinds: readonly ActionKind[] = ['reset-password', 'verify-email', 'change-email', 'recover-email']
  return kinds.find((kind) => ACTIONS[kind] === requestType) ?? null
}
