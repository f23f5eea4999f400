/** What a form gets back when it was not accepted: what was typed, what was wrong with it, and the rule that said no. */
export type Reply = {
  values: Record<string, string>
  fieldErrors: Record<string, string[]>
  refusal: { code: string; params: Record<string, string | number> } | null
}

/** What one form among several of a page was answered with: the one that asked for `intent`. What a press made is no reply. */
export function answered(reply: Reply | object | undefined, intent: string): Reply | undefined {
  return reply && 'values' in reply && reply.values['intent'] === intent ? reply : undefined
}
