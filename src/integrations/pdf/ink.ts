/** Colours of documents, from the product's ink and green. Each is readable in a grey print: colour alone never carries meaning. */
export const INK = {
  strong: '#1a1d19',
  body: '#444641',
  soft: '#5b5d58',
  line: '#d1d4ce',
  hair: '#e3e6e0',
  green: '#228b22',
  debt: '#be2323',
} as const
