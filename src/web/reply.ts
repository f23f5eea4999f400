/** What a form gets back when it was not accepted: what was typed, what was wrong with it, and the rule that said no. */
export type Reply = {
  values: Record<string, string>
  fieldErrors: Record<string, string[]>
  refusal: { code: string; params: Record<string, string | number> } | null
}
