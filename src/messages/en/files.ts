/** Why a file was refused: what it is, and what to do. `problem` names each place that was not understood. */
export const fileErrors = {
  file: {
    empty: 'The file is empty. Download it again from the portal.',
    'unknown-format':
      'This file is none of the reports we know. These work: Uber payments_driver and driver_activity, Bolt “Earnings per driver”, Via Verde “Movimentos” and PRIO (fleet card or Electric), as CSV or XLSX.',
    picture:
      "This is a picture. Download the report as CSV or Excel from the platform's portal; amounts are not read from a photo.",
    pdf: 'This is a PDF. In the same portal, choose to export as CSV or Excel.',
    'old-excel': 'This is an old Excel file (.xls). Open it and save it as .xlsx.',
    'word-document': 'This is a text document, not a report. Download the report as CSV or Excel from the portal.',
    'archive-nested': 'This zip has another zip inside. Unpack it and drop the files here.',
    'archive-unsafe':
      'This compressed file is not safe to open ({reason}). Unpack it on your computer and drop the CSV or XLSX files here.',
    'too-large': 'The file is larger than what is read here ({limit}). Split it by weeks.',
    encrypted: 'The file is protected by a password. Save a copy without protection and drop that here.',
    damaged: 'The file is damaged or incomplete. Download it again from the portal.',
    'rows-unreadable':
      'Nothing was imported: {count} values are not understood. Download the file again from the portal, without opening and saving it in Excel.',
    'columns-missing': 'Columns that the figures need are missing: {columns}. Export the whole report.',
    'period-missing':
      'It cannot be told which week this file is for: its name does not say. Keep the name it was downloaded with, or choose the week.',
    'period-not-a-week': 'This report runs from {from} to {to}. For the figures it must be one week, Monday to Sunday.',
    'name-contradicts-content':
      'The name of the file and what is in it differ: the name says {name}, the content {content}. Download it again and leave its name as it is.',
    'other-company':
      'This file is of “{found}”, and this company is “{expected}”. Please check that it is the right file.',
    'other-week': 'This file is of week {found}, and this is week {week}.',
    'kind-not-supported':
      'This report is known but does not serve for the figures. Export this one instead: {instead}.',
    problem: 'line {line}, column “{column}”: {what}',
  },
  problem: {
    'amount-unreadable': 'the amount “{found}” is not understood; expected {expected}',
    'date-unreadable': 'the date “{found}” is not understood; expected {expected}',
    'count-unreadable': 'the number “{found}” is not understood; expected {expected}',
    'value-missing': 'the value is missing; expected {expected}',
    'column-missing': 'the column “{expected}” is not in the file',
    'column-repeated': 'the column “{found}” is there more than once',
    'decimal-styles-mixed':
      'amounts with a comma and with a point stand in one column (“{found}”); expected {expected}',
    'row-too-short': 'the line ends too early (“{found}”); expected {expected}',
    'row-too-long': 'the line has too many fields (“{found}”); expected {expected}',
    'key-repeated': '“{found}” is there twice; expected {expected}',
    'quote-open': 'a quotation mark is left open (“{found}”)',
    'sum-differs': 'the sum is wrong: it says {found}, it should be {expected}',
    'outside-period': '{found} lies outside the period of the file ({expected})',
    'text-damaged': 'the text “{found}” is damaged',
  },
}
