/** What the command line and the start of the site say. */
export const cli = {
  help: "volante: from the week's files to each driver's statement. Commands:",
  unknown: 'Unknown command: {command}',
  argumentMissing: 'An argument is missing. See how the command is written with --help.',
  fleetLoad: 'Loads company, drivers, vehicles and assignments from a JSON file.',
  fleetLoaded: '{drivers} drivers, {vehicles} vehicles and {assignments} assignments loaded.',
  import: 'Imports files of Uber, Bolt, Via Verde and PRIO. What it does not understand it refuses whole.',
  imported: {
    imported: '{name}: imported, {rows} rows',
    duplicate: '{name}: imported before, nothing changes',
    reference: '{name}: kept for reference, {rows} rows that are not added to the money',
    refused: '{name}: refused',
  },
  statements: "Shows the week's statements, with each line and where it comes from.",
  approve: 'Issues and approves the week: every statement or none.',
  approved: {
    one: '{count} statement approved ({already} were before).',
    other: '{count} statements approved ({already} were before).',
  },
  sepa: 'Writes the SEPA file of the approved statements.',
  sepaWritten: { one: '{count} transfer, €{sum}, in {path}', other: '{count} transfers, €{sum}, in {path}' },
  sepaBlocked: '  not in the file: {ref} {name}, {reason}',
  blocked: {
    'iban-missing': 'no IBAN',
    'iban-invalid': 'invalid IBAN',
    'nothing-to-pay': 'nothing to pay',
    'on-hold': 'IBAN changed less than 48 hours ago',
  },
  payslips: "Writes each driver's statement as PDF.",
  payslipsWritten: { one: '{count} statement in {path}', other: '{count} statements in {path}' },
  migrate: 'Prepares the database or brings it up to date.',
  migrated: 'The database is up to date.',
  usersCreateAdmin: 'Creates a single-use link to register an administrator.',
  usersCreated: 'Open this link to register the administrator (valid for 15 minutes): {link}',
  doctor: 'Checks the database and the books.',
  start: {
    running: '\n  Volante is at {url}\n',
    demo: '  Demonstration fleet. To sign in:\n    office   {adminEmail}   {adminPassword}\n    driver   {driverEmail}   {driverPassword}\n\n  A week of files to try: {files}\n',
    setup: '  There is no administrator yet. Open this link within 15 minutes to register the first one:\n    {url}\n',
    stopping: 'Stopping…',
    alreadyRunning:
      'Volante is already at {url} (process {pid}) with this data. Stop it first, or name another folder in VOLANTE_DATA.',
    portTaken: 'Port {port} is taken by another program. Name another in PORT.',
    publicUrlMissing:
      'In production PUBLIC_URL is needed: the address the site is seen at, for example https://fleet.example.',
  },
}
