import { sources } from './sources.ts'

/** Why a file was refused: what it is, and what to do. `problem` names each place that was not understood. */
export const fileErrors = {
  file: {
    empty: 'The file is empty, or contains only headings. Download it again from the portal.',
    'unknown-format':
      'This file is not one of the reports we know. CSV and XLSX files work. From Uber: payments_driver, driver_activity, driver_quality and trip_activity. From Bolt: “Earnings per driver” and “Driver performance”. From Via Verde: “Movimentos”. From PRIO: fleet card or Electric. From BP, Repsol and EDP: transactions.',
    headings: 'The headings found: {headings}.',
    picture:
      'This is an image. Download the report as CSV or Excel from the platform’s portal; amounts are not read from a photo.',
    pdf: 'This is a PDF. In the same portal, choose to export as CSV or Excel.',
    'other-office':
      'This file is from Numbers, LibreOffice or another program. Open it there and save or export it as .xlsx or CSV.',
    'old-excel': 'This is an old Excel file (.xls). Open it and save it as .xlsx.',
    'word-document': 'This is a text document, not a report. Download the report as CSV or Excel from the portal.',
    'lock-file':
      'This is no report: it marks that one is open in Excel or LibreOffice. Drop the report alone, or close it first if you changed it.',
    'archive-nested': 'This compressed file has another one inside. Unpack it and drop the CSV or XLSX files here.',
    'archive-many': 'This compressed file holds more than {most} files. Split it in two and drop one after the other.',
    'archive-unsafe':
      'This compressed file is not safe to open: unpacked, it would be far too large for a report. Unpack it on your computer and drop the CSV or XLSX files here.',
    'too-large':
      'The file is too large. CSV files can have up to 100 MB, XLSX and zip files up to 10 MB. Split it by weeks.',
    'row-too-wide':
      'Line {line} has more than {most} columns. No report has that many. Download the file again from the portal.',
    'line-too-long':
      'Line {line} has more than {most} characters. No report has lines that long. Download the file again from the portal.',
    'too-many-rows':
      'This report has more than {most} lines; reading stopped at line {line}. Export fewer days at a time.',
    'too-many-cells': 'This report has too many cells; reading stopped at line {line}. Export fewer days at a time.',
    'too-heavy': 'This file takes too much time or memory and was not read. Export fewer days at a time, as CSV.',
    encrypted: 'The file is password-protected. Save a copy without the password and drop that here.',
    damaged: 'The file is damaged or incomplete. Download it again from the portal.',
    'rows-unreadable': {
      one: 'Nothing was imported: {count} value could not be read. Download the file again from the portal, without opening and saving it in Excel.',
      other:
        'Nothing was imported: {count} values could not be read. Download the file again from the portal, without opening and saving it in Excel.',
    },
    'columns-missing':
      'This file looks like {report}, but columns needed for the accounts are missing: {columns}. Export the full report.',
    'period-missing':
      'It is not clear which week this file is for: its name does not say. Choose the week, or keep the file’s original name.',
    'period-not-a-week': 'This report covers {from} to {to}. For the accounts, it must be one week, Monday to Sunday.',
    'several-weeks': 'This file contains more than one week ({from}). Export one at a time.',
    'name-contradicts-content':
      'The file’s name and content disagree: the name says {name}, the content {content}. Download it again and leave its name as it is.',
    'other-company':
      'This file is from “{found}”, and this company is “{expected}”. Please check that it is the right file.',
    'other-week': 'This file is for {found}, and this is {week}.',
    'week-of-page':
      'Neither the name nor the content of this file says which week it is for. It goes to {week}, because it was dropped here.',
    'counts-elsewhere':
      'This file has already been imported for {found}. A file counts in only one week. If it is for {week}, undo that import first.',
    'long-ago': 'This file is for {found}. The newest week in the accounts is {week}, more than 26 weeks later.',
    'not-begun':
      'This file has lines from {found}, which has not started yet. It is now {week}: check whether day and month are swapped.',
    'same-figures':
      'In this file for {week}, every driver has the same figures as in {found}. Make sure it is not the same report.',
    'several-versions': 'There is more than one version of this report. Choose which one counts.',
    'kind-not-supported':
      'This report ({report}) is recognised, but not used in the accounts. Export this one instead: {instead}.',
    'several-sheets':
      'This Excel file has more than one sheet with a report ({sheets}). Save each sheet as a separate file and drop them here.',
    'not-a-statement':
      'This file is not a bank statement we recognise. Use camt.053, or CSV or XLSX with date, description, amount and balance.',
    'which-account':
      'This statement is for account {spelled}, which may be {account}. If it is, repeat with --account {option}; if not, with --account and another name.',
    'not-receipts':
      'This file is neither the e-Fatura list nor the list of issued invoices. Export it as CSV from the Portal das Finanças.',
    problem: 'line {line}, column “{column}”: {what}',
  },
  report: sources.reports,
  problem: {
    'amount-unreadable': 'the amount “{found}” could not be read; it should look like {expected}',
    'date-unreadable': 'the date or time “{found}” could not be read; it should look like {expected}',
    'date-turned':
      'a spreadsheet program exchanged the day and the month: “{found}” should be {expected}. If “{found}” is right, download the file as CSV',
    'count-unreadable': 'the number “{found}” could not be read; it should look like {expected}',
    'value-missing': 'the value is missing; it should look like {expected}',
    'column-missing': 'the column “{expected}” is not in the file',
    'column-repeated': 'the column “{found}” appears more than once, with different values',
    'decimal-styles-mixed': 'some amounts in the column have a comma and some a point; this one is “{found}”',
    'row-too-short': 'the line has {found} fields instead of {expected}: the file is cut off',
    'row-too-long': 'the line has {found} fields instead of {expected}',
    'key-repeated': '“{found}” appears twice with different values, or where it may appear only once',
    'id-unreadable': 'the identifier “{found}” could not be read; it should look like {expected}',
    'quote-open': 'a quotation mark opens here and never closes',
    'sum-differs': 'the total is wrong: it says {found} but should be {expected}',
    'value-unknown': '“{found}” is not known here',
    'time-too-long': 'the end “{found}” is not within 24 hours of the start ({expected})',
    'ends-before-start': 'the end “{found}” is before the start of the trip ({expected})',
    'outside-period': '{found} is outside the file’s period ({expected})',
    'text-damaged': 'the text “{found}” is damaged',
    wholeFile: 'in the file: {what}',
    wholeLine: 'line {line}: {what}',
  },
  fileWarning: {
    'total-zero': 'The total of this file is zero. Please check that it is the right report.',
    'rounding-difference': 'Totals that are one cent off, because the platform rounds them that way ({where}).',
    'unknown-columns': 'Unknown columns, left out: {columns}.',
    'value-assumed': 'The net amount is missing, so the amount before discount counts ({where}).',
    'total-assumed': 'This Uber format has no total paid, so it was added up from its parts.',
    'service-unknown': 'An unknown service, “{service}”: {amount} goes into the accounts ({where}).',
    'dates-ambiguous': 'The dates could be read in two ways; they were read with the day first.',
    'printed-twice': {
      one: 'There is {count} line that appears twice and counts once: {where}.',
      other: 'There are {count} lines that appear twice and count once: {where}.',
    },
    'card-unreadable': 'Card numbers damaged by Excel: the plate beside them counts ({where}).',
    'rows-repeated': 'Lines repeated within the file, counted once ({where}).',
    'sum-unexplained': 'Totals that the known columns do not explain; the platform’s own total counts ({where}).',
    'text-damaged': 'Names that had already lost letters; the amounts are not affected ({where}).',
    'not-confirmed': 'Sales that were never confirmed, and so don’t count ({where}).',
    'items-together':
      'Sales with several products and a single amount: each counts in full as its first product ({where}).',
    'time-missing': 'This file gives no time of purchase; whoever had the car at noon is charged ({where}).',
    repeats: 'line {line} repeats line {first}',
    lines: 'lines {lines}',
    line: 'line {line}',
    firstLine: '{rows} lines, the first is line {line}',
  },
}
