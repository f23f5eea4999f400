/** The answer to a form that was not accepted: its values, its errors, and the refusal. */
export type Reply = {
  values: Record<string, string>
  fieldErrors: Record<string, string[]>
  refusal: { code: string; params: Record<string, string | number> } | null
  /** Names of the files that were chosen, by field: a page can't give files back, so it asks for them again by name. */
  chosen?: Record<string, string[]>
}

/** The answer to one of a page's several forms: the one with this `intent`. */
export function answered(reply: Reply | object | undefined, intent: string): Reply | undefined {
  const formReply = replyOf(reply)
  return formReply?.values['intent'] === intent ? formReply : undefined
}

/** The answer of an action, if it is a `Reply`; a created link or proposal is none. */
export function replyOf(data: Reply | object | undefined): Reply | undefined {
  return data && 'values' in data && 'fieldErrors' in data ? data : undefined
}
