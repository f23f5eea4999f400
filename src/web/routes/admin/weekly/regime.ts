/** A regime by the name its word has in the catalogue. */
export function regimeOf(regime: string): 'slot' | 'rental' | 'percentage' | 'employee' {
  return regime === 'rental' || regime === 'percentage' || regime === 'employee' ? regime : 'slot'
}
