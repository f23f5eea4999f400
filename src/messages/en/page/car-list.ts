/** A list of cars out of a spreadsheet. */
export const carList = {
  title: 'Vehicles from a spreadsheet',
  subtitle: 'Paste the list or choose the file. Before anything is saved, you see what is new and what changes.',
  columns: 'Only the plate is required. Also recognised: {names}.',
  matching: 'Existing vehicles are recognised by plate. Who has one is said on its record or in the list of drivers.',
  templateName: 'vehicles',
  paperUntil: '{paper}, valid until',
  paperNumber: '{paper}, number',
  problems: {
    codes: {
      'no-headings':
        'there is no row of headings. The list starts with “{found}”. Add a first row with “Plate”, “Make” and the others.',
      'too-long': 'the list has {found} rows. The limit is {most} at a time.',
      'plate-missing': 'the plate is missing ({found}).',
      'plate-twice': 'the plate is already on line {found}. Keep only one.',
      'energy-unknown':
        'there is no energy called “{found}”. Enter diesel, petrol, electric, hybrid, plug-in hybrid or LPG.',
      'status-unknown': 'there is no status called “{found}”. Enter in service or in maintenance.',
      'title-unknown': 'there is no ownership called “{found}”. Enter company, leasing, renting or rented.',
      'title-missing':
        'the first registration is saved with the ownership. Add a column “Ownership”: company, leasing, renting or rented.',
      'title-of-driver': 'which driver owns the vehicle is said on its record. Leave this cell empty.',
      'sold-new':
        'a sold vehicle is not created by a list. Remove the line, or create it in service and record the sale on its record.',
      'day-unread':
        'the date “{found}” could not be read. Enter day/month/year with four digits for the year, like 26/11/2026.',
      'paper-end-missing': 'the number {found} has no end date. Add the date in the column of the same document.',
    },
    cell: '“{found}”: {words}',
  },
  sums: 'Total rows, not vehicles: {lines}.',
  caption: 'What needs a look, line by line',
  heads: { line: 'Line', car: 'Vehicle', fills: 'What is added', differs: 'What differs', warnings: 'Please check' },
  isNew: 'New vehicle',
  isKnown: 'Exists already',
  isSame: 'Exists already, nothing new',
  clear: { one: '{count} vehicle in order', other: '{count} vehicles in order' },
  tally: 'New: {created}. Filled in: {filled}. Different: {different}. The same: {same}.',
  differs: '{field}: {to}; the record has {from}',
  nothing: 'Nothing new',
  warnings: {
    'plate-unusual': 'The plate {found} is not from any Portuguese series.',
    sold: 'The vehicle has been sold. It comes back on the page of its sale.',
    'sell-there': 'A sale is recorded on the vehicle’s record. The status stays as it is.',
    'title-stays': 'The vehicle is a driver’s own. That is changed on its record.',
    'paper-shorter': '{field}: the record has {found}, which lasts longer. The record is kept.',
    'number-stays': '{field}: the record has {found}. It is changed on the document.',
  },
  noEnd: 'no end',
  noNumber: 'no number',
  differences: {
    label: 'Where the list differs from the record',
    keep: 'Keep what the record has',
    list: 'Take what the list has',
  },
  earlier: 'Lists saved',
  of: 'List of {at}',
  takenTitle: 'List of vehicles saved',
  created: { one: '{count} vehicle created', other: '{count} vehicles created' },
  changed: { one: '{count} vehicle changed', other: '{count} vehicles changed' },
  papers: { one: '{count} document recorded', other: '{count} documents recorded' },
  undo: {
    link: 'Take this list back',
    question: 'Take the list back?',
    created: {
      one: '{count} vehicle that the list created goes.',
      other: '{count} vehicles that the list created go.',
    },
    changed: { one: '{count} vehicle is as it was before.', other: '{count} vehicles are as they were before.' },
    papers: {
      one: '{count} document that the list brought goes.',
      other: '{count} documents that the list brought go.',
    },
    stays: 'Nothing is taken back if a vehicle has anything else recorded by now. The page says which one.',
    done: 'List taken back: {what}.',
  },
}
