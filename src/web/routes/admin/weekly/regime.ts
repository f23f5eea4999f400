/** The key of a regime in the catalogue of words. */
export function regimeOf(regime: string): 'slot' | 'rental' | 'percentage' | 'employee' {
  return regime === 'rental' || regime === 'percentage' || regime === 'employee' ? regime : 'slot'
}
