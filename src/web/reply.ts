/** What a form gets back when it was not accepted: what was typed, what was wrong with it, and the rule that said no. */
export type Reply = {
  values: Record<string, string>
  fieldErrors: Record<string, string[]>
  refusal: { code: string; params: Record<string, string | number> } | null
  /** Names of the files that were chosen, by field: no page gives files back, so they are asked for again by name. */
  chosen?: Record<string, string[]>
}

/** What one form among several of a page was answered with: the one that asked for `intent`. */
export function answered(reply: Reply | object | undefined, intent: string): Reply | undefined {
  const own = replyOf(reply)
  return own?.values['intent'] === intent ? own : undefined
}

/** The answer of an action as a reply; what a press made, a link or a proposal, is none. */
export function replyOf(data: Reply | object | undefined): Reply | undefined {
  return data && 'values' in data && 'fieldErrors' in data ? data : undefined
}
