/** What every list out of a spreadsheet says, whatever it lists. */
export const spreadsheet = {
  link: 'From a spreadsheet',
  paste: 'Pasted list',
  pasteHelp: 'Copy the cells, including the row of headings, and paste them here.',
  file: 'Or choose the file',
  fileHelp: 'XLSX or CSV.',
  look: 'See what changes',
  again: 'Check again',
  templateText: 'Empty template to fill in:',
  template: { csv: 'CSV', xlsx: 'XLSX' },
  problems: {
    title: {
      one: '{count} cell could not be read. Nothing was saved.',
      other: '{count} cells could not be read. Nothing was saved.',
    },
    left: {
      one: '{count} line is left out until you correct it.',
      other: '{count} lines are left out until you correct them.',
    },
    fixLeft: 'You can save everything else now. Those left out stay on this page for you to correct.',
    fix: 'Correct the list below, or in the spreadsheet, and check again.',
    at: 'Line {line}, {column}: {words}',
    line: 'Line {line}: {words}',
    more: { one: 'And {count} more.', other: 'And {count} more.' },
    codes: {
      'column-twice': 'the heading “{found}” means the same as another column. Keep only one.',
      nothing: 'there are no rows below the headings.',
      'quote-open': 'a quotation mark opens here and never closes. Remove it or close it.',
      'date-turned':
        'in “{found}” day and month may be swapped, and so they may be on other lines. Format the column as text and type the dates as day/month/year.',
      'letters-lost': 'characters are missing in “{found}”. Save it again as UTF-8, or correct the text.',
      'plate-impossible': '“{found}” is not a number plate.',
      'number-shortened':
        'the spreadsheet shortened the number to “{found}”. Format the column as text and type it in full.',
    },
  },
  unused: 'Columns not used: {names}.',
  unnamed: 'Columns without a heading, not used: {names}.',
  count: { one: '{count} line', other: '{count} lines' },
  brings: '{field}: {to}',
  taken: 'The other lines are saved.',
  save: { one: 'Save {count} line', other: 'Save {count} lines' },
  edit: 'Correct the list',
}
