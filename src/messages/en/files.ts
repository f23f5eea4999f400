import { sources } from './sources.ts'

/** Why a file was refused: what it is, and what to do. `problem` names each place that was not understood. */
export const fileErrors = {
  file: {
    empty: 'The file is empty, or has headings and nothing else. Download it again from the portal.',
    'unknown-format':
      'This file is none of the reports we know. CSV and XLSX files work. From Uber: payments_driver, driver_activity and trip_activity. From Bolt: “Earnings per driver”. From Via Verde: “Movimentos”. From PRIO: fleet card or Electric. From BP, Repsol and EDP: transactions.',
    headings: 'The headings that were read: {headings}.',
    picture:
      "This is a picture. Download the report as CSV or Excel from the platform's portal; amounts are not read from a photo.",
    pdf: 'This is a PDF. In the same portal, choose to export as CSV or Excel.',
    'old-excel': 'This is an old Excel file (.xls). Open it and save it as .xlsx.',
    'word-document': 'This is a text document, not a report. Download the report as CSV or Excel from the portal.',
    'archive-nested': 'This compressed file has another one inside. Unpack it and drop the CSV or XLSX files here.',
    'archive-many': 'This compressed file holds more than {most} files. Split it in two and drop one after the other.',
    'archive-unsafe':
      'This compressed file is not safe to open: unpacked, it would be far too large for a report. Unpack it on your computer and drop the CSV or XLSX files here.',
    'too-large':
      'The file is too large. CSV files can have up to 100 MB, XLSX and zip files up to 10 MB. Split it by weeks.',
    'row-too-wide':
      'Line {line} has more than {most} columns. No report has so many. Download the file again from the portal.',
    'line-too-long':
      'Line {line} has more than {most} letters. No report has such lines. Download the file again from the portal.',
    'too-many-rows':
      'This report has more than {most} lines: line {line} is beyond what is read here. Export fewer days at a time.',
    'too-many-cells':
      'This report has too many cells: line {line} is beyond what is read here. Export fewer days at a time.',
    'too-heavy': 'This file takes too much time or memory, and was not read. Export fewer days at a time, as CSV.',
    encrypted: 'The file is protected by a password. Save a copy without protection and drop that here.',
    damaged: 'The file is damaged or incomplete. Download it again from the portal.',
    'rows-unreadable': {
      one: 'Nothing was imported: {count} value is not understood. Download the file again from the portal, without opening and saving it in Excel.',
      other:
        'Nothing was imported: {count} values are not understood. Download the file again from the portal, without opening and saving it in Excel.',
    },
    'columns-missing':
      'This file looks like {report}, but columns that the figures need are missing: {columns}. Export the whole report.',
    'period-missing':
      'It cannot be told which week this file is for: its name does not say. Say the week, or keep the name it was downloaded with.',
    'period-not-a-week': 'This report covers {from} to {to}. For the figures it must be one week, Monday to Sunday.',
    'several-weeks': 'This file holds more than one week ({from}). Export one at a time.',
    'name-contradicts-content':
      'The name of the file and what is in it differ: the name says {name}, the content {content}. Download it again and leave its name as it is.',
    'other-company':
      'This file is of “{found}”, and this company is “{expected}”. Please check that it is the right file.',
    'other-week': 'This file is of {found}, and this is {week}.',
    'week-of-page':
      'Neither the name nor the content of this file tells the week. It goes to {week}, because it was dropped here.',
    'counts-elsewhere':
      'This file was already imported for {found}. A file counts in one week only. If it is of {week}, undo that import first.',
    'long-ago': 'This file is of {found}. The newest week of the accounts is {week}, more than 26 weeks later.',
    'not-begun':
      'This file has lines of {found}, which has not begun yet. Now it is {week}: see whether day and month are exchanged.',
    'same-figures':
      'In this file of {week}, every driver has the figures of {found}. Make sure that it is not the same report.',
    'several-versions': 'There is more than one version of this report. Choose which one counts.',
    'kind-not-supported':
      'This report ({report}) is known, but does not serve for the figures. Export this one instead: {instead}.',
    'several-sheets':
      'This Excel file has more than one sheet with a report ({sheets}). Save each sheet as a file and drop them here.',
    'not-a-statement':
      'This file is no bank statement we know. Bring camt.053, or CSV or XLSX with date, description, amount and balance.',
    'not-receipts':
      'This file is neither the list of e-Fatura nor that of receipts issued. Export it as CSV from Portal das Finanças.',
    problem: 'line {line}, column “{column}”: {what}',
  },
  report: sources.reports,
  problem: {
    'amount-unreadable': 'the amount “{found}” is not understood; expected one like {expected}',
    'date-unreadable': 'the date or time “{found}” is not understood; expected one like {expected}',
    'count-unreadable': 'the number “{found}” is not understood; expected one like {expected}',
    'value-missing': 'the value is missing; expected one like {expected}',
    'column-missing': 'the column “{expected}” is not in the file',
    'column-repeated': 'the column “{found}” is there more than once, with different values',
    'decimal-styles-mixed': 'some amounts of the column have a comma and some a point; this one is “{found}”',
    'row-too-short': 'the line has {found} fields where there should be {expected}: the file is cut off',
    'row-too-long': 'the line has {found} fields where there should be {expected}',
    'key-repeated': '“{found}” is there twice with different values, or where it may be only once',
    'id-unreadable': 'the identifier “{found}” is not understood; expected one like {expected}',
    'quote-open': 'a quotation mark opens here and never closes',
    'sum-differs': 'the sum is wrong: it says {found}, it should be {expected}',
    'ends-before-start': 'the end “{found}” is before the start of the trip ({expected})',
    'outside-period': '{found} lies outside the period of the file ({expected})',
    'text-damaged': 'the text “{found}” is damaged',
    wholeFile: 'in the file: {what}',
    wholeLine: 'line {line}: {what}',
  },
  fileWarning: {
    'total-zero': 'The total of this file is zero. Please check that it is the right report.',
    'rounding-difference': 'Sums that are one cent off, as the platform itself rounds them ({where}).',
    'unknown-columns': 'Columns we do not know, and that are left out: {columns}.',
    'value-assumed': 'The net amount is missing; the amount before discount counts ({where}).',
    'total-assumed': 'This format of Uber has no total paid; it was added up from its parts.',
    'service-unknown': 'A service we do not know, “{service}”: {amount} enter the figures ({where}).',
    'dates-ambiguous': 'The dates could be read in two ways; they were read with the day first.',
    'printed-twice': {
      one: 'There is {count} line printed twice, which counts once: {where}.',
      other: 'There are {count} lines printed twice, which count once: {where}.',
    },
    'card-unreadable': 'Cards that Excel spoilt: the plate beside them counts ({where}).',
    'rows-repeated': 'Lines repeated within the file, counted once ({where}).',
    'sum-unexplained': 'Totals that the known columns do not explain; the total the platform wrote counts ({where}).',
    'text-damaged': 'Names that lost letters before they came here; the amounts are not affected ({where}).',
    'not-confirmed': 'Sales that were never confirmed, and so don’t count ({where}).',
    'items-together':
      'Sales with several products and a single amount: each counts whole as its first product ({where}).',
    'time-missing': 'This file gives no time of purchase; whoever had the car at noon is charged ({where}).',
    repeats: 'line {line} repeats line {first}',
    lines: 'lines {lines}',
    line: 'line {line}',
    firstLine: '{rows} lines, the first is line {line}',
  },
}
