/** What a demonstration says of itself, above every public page. */
export const demonstration = {
  label: 'Demonstration',
  text: 'Volante does the weekly accounts of a TVDE operator. This company is made up.',
  office: 'Enter as the office',
  driver: 'Enter as a driver',
  logged: {
    demo: {
      'load-fleet': 'Demonstration fleet loaded',
      'agree-terms': 'Terms agreed',
      'load-papers': 'Documents loaded',
    },
  },
}
