export const errors = {
  access: {
    scope: 'Your administrator account can see this but not change it. Contact the person who manages the accounts.',
    viewing: 'You are seeing the area as the driver sees it. Nothing can be changed from here.',
    denied: 'This account does not have access to this page.',
    'signed-out': 'The session has ended. Sign in again to continue.',
  },
  row: { answered: 'This line already has an answer. Undo it first.' },
  record: {
    'not-found': 'What you are looking for doesn’t exist, or is no longer here.',
    'changed-meanwhile':
      'Somebody has changed this in the meantime. See what changed, then try again if it still makes sense.',
  },
  work: { over: 'This work is done by now, or somebody answered for it. Nothing is left to do.' },
  mail: {
    nobody: 'None of these drivers has an email address on record.',
    'no-codes': 'This message has no link. Ask for a new one.',
    'already-sent': 'This message has already been sent.',
    'no-server': 'There is no mail server. Set one on the mail server page first.',
    'kept-changed': 'The kept messages are no longer those you saw. Check again how many there are.',
  },
  act: {
    open: 'This request exists already and is not finished. See it under Platform requests.',
    changed: 'The request changed meanwhile. See how it stands and decide again.',
    'day-missing': 'Enter the day it was done in the portal.',
    left: '{driver} has left the fleet. Record the return first, then invite.',
    'no-contact': 'The platform invites by email or phone, and {driver} has neither on record. Add one, then invite.',
  },
  connection: {
    credentials:
      'The platform does not accept this client ID with this secret. Copy both from the portal again. Answer: {said}',
    access:
      'The platform knows the credentials but does not open the fleet. Allow the integration in the portal. Answer: {said}',
    busy: 'The platform asked to wait. Nothing is lost: try again in a few minutes. Answer: {said}',
    unreachable: 'The platform did not answer to the end. Nothing is lost: try again in a few minutes. Cause: {said}',
    answer: 'The platform answered in a way that cannot be read. Try later. Answer: {said}',
    'secret-missing': 'Enter the secret of this client ID as well.',
    'not-set': 'This platform is not connected yet. Connect it under Integrations first.',
    'at-work': 'Data is being fetched already. Wait until it is done.',
    paused: 'The connection is paused. Resume it first.',
    'not-paused': 'The connection is not paused.',
    address: 'Write the address of the server, beginning with https://, without a user or password.',
    inside:
      'The server is on the internal network. Whoever runs the site has to allow it with the setting TRACCAR_INSIDE.',
    unknown: 'There is no connection of that name.',
  },
  comparison: { equal: 'Trips and file are equal by now. There is nothing to answer.' },
  mailbox: {
    'sign-in': '{host} rejects this user name with this password. Enter both again.',
    folder: 'There is no folder {folder} at {host}. Check its name.',
    encryption: 'The connection to {host} could not be encrypted safely. Check the name, the port and the connection.',
    answer: '{host} answered in a way that cannot be used. Check the port.',
    busy: '{host} asked to wait. Try again in a few minutes.',
    unreachable: 'Nobody answers at {host} on that port. Check both, or try again later.',
    slow: '{host} took too long. Check the port and the connection, or try again later.',
    cut: '{host} broke off the connection. Try again in a few minutes.',
    'password-missing': 'Enter the password for this server and this user name.',
    paused: 'The mailbox is paused. Resume it first.',
    'not-paused': 'The mailbox is not paused.',
    'at-work': 'The mailbox is being looked into already. Wait until it is done.',
  },
  'whats-app': {
    credentials:
      'Meta does not accept this token. Check that you copied all of it and that it never expires. Answer: {said}',
    access:
      'Meta does not let this token see the number or the account. Check both numbers and the permissions. Answer: {said}',
    busy: 'Meta asked to wait. Try again in a few minutes. Answer: {said}',
    unreachable: 'Meta did not answer. Try again in a few minutes. Answer: {said}',
    answer: 'Meta’s answer made no sense. Check both numbers. Answer: {said}',
    'secret-missing': 'Enter the token and the secret of this account.',
    'not-set': 'WhatsApp is not connected. Save its account first.',
    paused: 'WhatsApp is paused. Resume it first.',
    'no-template': 'No template is approved at Meta. Create them, wait for approval and ask again.',
    'bad-number': 'This is not a mobile number. Enter it as 912 345 678 or with its country code.',
    'no-number': 'Your record has no number that WhatsApp can use. Ask the office to correct it.',
    'number-changed': 'The number on your record is now {number}. Check that it is yours and confirm again.',
    'not-mine': 'Confirm that the number is yours.',
  },
  'mail-server': {
    unknown: 'There is no server called {host}. Check the name with your provider. Answer: {words}',
    closed: 'Nothing answers on that port at {host}. Check the port. Answer: {words}',
    silent:
      'The server {host} did not answer within twelve seconds. Check the name and the port, and the connection: 465 is usually encrypted from the start. Answer: {words}',
    encryption: 'The connection to {host} could not be encrypted. Check the port and the connection. Answer: {words}',
    certificate:
      'The certificate of {host} cannot be trusted. It has expired, is for another name, or the server signed it itself. Check the name with your provider, or ask for a valid certificate. Answer: {words}',
    'sign-in':
      'The server {host} rejected the sign-in. Enter the user name and password again, and check the port. Answer: {words}',
    refused:
      'The server {host} refused the connection. Check the name, the port and the connection with your provider. Answer: {words}',
    'by-environment': 'The server was set at installation, in SMTP_URL, and that one counts.',
  },
  spreadsheet: {
    unreadable:
      'Lists are only read as XLSX, CSV or text, and this file is none of them. Open it in its own program, save it as XLSX or CSV and choose it again.',
    'too-long': 'The list is too long. Split it into shorter lists.',
    'several-sheets':
      'The file has the list on more than one sheet: {names}. Keep only the one that counts, or copy its cells and paste them.',
    problems: {
      one: '{count} cell could not be read. Correct it and check again.',
      other: '{count} cells could not be read. Correct them and check again.',
    },
    changed: 'The fleet changed in the meantime. Nothing was saved: check again what changes.',
  },
  'car-list': {
    undone: 'This list has already been taken back.',
    'changed-since': {
      one: 'Somebody changed the record of {plates} after the list. The list can no longer be taken back as a whole: correct the record.',
      other:
        'Somebody changed the records of {plates} after the list. The list can no longer be taken back as a whole: correct the records.',
    },
  },
  'driver-list': {
    undecided: 'Say who the driver on line {line} is. Nothing has been saved yet.',
    'one-twice': 'Two lines were given to the same driver. Choose another for one of them.',
  },
  telling: {
    'no-phone': 'This driver’s record has no valid mobile number. Add it there and try again.',
  },
  newcomers: {
    changed: 'The list has changed: a file arrived, or somebody answered. Nothing was created. Look at the list again.',
    'holder-missing': 'One line points to a driver who is not ticked. Tick the driver, or choose another on that line.',
    nobody: 'Nothing is ticked. Tick at least one driver or car.',
  },
  recognised: {
    changed: 'The list has changed: a file came, or somebody answered. Nothing was linked; look at the list again.',
  },
  week: {
    frozen:
      '{week} is approved and no longer changes. To answer, undo the approval first. After the bank file, add an adjustment for the driver.',
    empty: 'There is nothing to approve in {week} yet.',
    'not-over': 'You can approve {week} from {day}: it is not over yet.',
    unmatched: {
      one: '{count} line is unmatched. Match it, or approve and leave it out.',
      other: '{count} lines are unmatched. Match them, or approve and leave them out.',
    },
    approved: '{week} is approved already: somebody approved it after you opened this page.',
    'changed-meanwhile':
      'The figures have changed since you opened this page. Look at the new totals and approve again.',
    unreadable: '“{text}” is not a week. Write it like this: 2026-W23.',
  },
  reclassification: {
    'too-much': 'There is less than that to classify on that side. Check today’s amount and enter less.',
    'taken-back': 'This classification has already been reversed.',
  },
  approval: {
    'changed-meanwhile':
      'This approval has changed since you opened the page. Look at its statements and amounts before you undo it.',
    none: 'There is no approval to undo in {week}.',
    'in-bank-file': 'The approval of {week} is already in a bank file. If you have not sent it, void the batch first.',
    paid: 'Some statements of {week} are paid, and what is paid does not change. Add an adjustment in the open week.',
  },
  settlement: {
    'of-merged':
      'This statement belongs to a record that was merged into another. Add an adjustment to the record that was kept.',
    'not-voidable':
      'If it is in an unpaid batch, void the batch first. A paid statement does not change: add an adjustment in the open week.',
    'not-payable': 'This statement has nothing to pay, or is already in a batch.',
    'not-paid-by-hand': 'This statement was not paid another way. Look at the page again.',
  },
  merge: {
    blocked: 'The records cannot be merged yet: {driver}. The page says what to do first.',
    'choose-terms': 'The two records have different terms. Choose which count from now on.',
    'choose-account': 'Both records have an account to sign in with. Choose the one to keep.',
    'settled-since':
      'There have been statements, payments or entries since the merge. Only adjustments can correct it now.',
    'undo-later-first': '{stays} was later merged into {later}. Open {later}’s record and separate those two first.',
  },
  company: {
    'not-set':
      'The company has not entered its details yet, so it takes no applications or messages here. Please come back later.',
    'iban-missing': 'The company’s IBAN is missing. Enter it on the company page and download the file again.',
  },
  brand: {
    'logo-format':
      'The logo has to be a PNG or a JPEG. For SVG, WebP and others: export it as PNG, preferably with a transparent background.',
    'logo-too-large': 'The logo is over 500 KB. Save it smaller: it is shown at 160 × 64 points.',
    'logo-unreadable': 'This logo can’t be opened. Export it again as PNG.',
  },
  offer: {
    'hiring-past':
      'The last day of the openings has passed. Choose today or a later day, or leave it empty to have no openings.',
  },
  paper: {
    answered: 'This document has already been answered. The answer can be taken back on its page.',
    'due-past': 'The day you want the document by is in the past.',
    'expiry-missing': 'Enter the day the document is valid until.',
    'file-missing': 'The file is missing: add a PDF or photos of the document.',
    'number-missing': 'Enter the certificate’s code. Its file is not kept.',
    'on-its-way': 'This document has already been sent and is waiting to be checked.',
    'stops-assigning':
      'The car {plate} cannot be handed over to {driver}. Missing: {papers}. Add what is missing, or turn this check off in the document rules.',
  },
  payment: {
    'again-unsaid':
      'The bank returned the transfer to {names} without a reason, and the IBAN is the same. Say why it is paid again, or correct the IBAN.',
    nobody: 'There is nobody to pay by bank in {week}.',
    'receipt-missing':
      'The settings require the driver’s invoice (recibo verde) before payment. Mark it first on the week’s page.',
    'papers-missing':
      'The document rules stop this payment. Missing: {papers}. Add what is missing, or turn this check off.',
    'day-to-come': 'That payment date is in the future. Choose today or an earlier date.',
    'matched-by-bank': 'The bank’s statement shows this payment. Undo the answer to that movement first.',
    'day-unread': 'The date “{typed}” is not valid. Write it like this: 2026-06-11.',
    'day-past': '{day} has passed. Choose {next} or a later banking day.',
    'day-closed': 'European banks make no transfers on {day}. The next banking day is {next}.',
    'file-of-other-day':
      'There is already a bank file for {week}, dated {day}. Repeat without another date, or void that file first.',
    'paid-other-day': 'The drivers of {week} were paid on {day}. To get the bank file again, repeat without a date.',
  },
  receipt: {
    answered: 'One of these invoices is already marked, or is no longer expected. Look at the page again.',
    'in-file': 'The payment is already in a bank file. Void that file first, or mark it as paid.',
    'none-due': 'This statement does not require an invoice, or is not approved yet.',
    annulled: 'This invoice has been cancelled on the Portal. Issue another one and send it.',
    'code-unreadable': 'The QR code text is not from a Portal invoice. Copy all of it, or leave the field empty.',
    used: 'This invoice already counts for {week}. Send the invoice for this week.',
  },
  'receipt-list': {
    unreadable: 'The file is not a complete e-Fatura list. The problem is on line {line}.',
    issued: 'This is a list of invoices a driver issued. Export the invoices the company received.',
    nobody: 'No line on this list is from one of your drivers. Check the dates and the NIFs on the records.',
  },
  import: {
    counting: 'This version already counts.',
    undone: 'This import has already been undone. To have it back, import the file again.',
    frozen: 'Every line of this file is on an issued statement. Void those statements first, if they are unpaid.',
  },
  delivery: {
    'key-unknown': 'The key does not exist or was revoked. Ask the office for another one.',
  },
  position: {
    'reason-missing': 'Say why you need to see this. Drivers can read the reason.',
    'hold-ends': 'The last day must be after the first, not over yet, and at most {days} days from now.',
    'own-car': 'This car belongs to its driver. Drivers’ own cars are never tracked.',
    known: '{device} already goes by that name. Revoke it first, or choose another name.',
    'day-unread': '{typed} is not a day. Write it as 2026-06-09.',
    'car-unknown': 'No car has the plate {plate}. Check the plate, or add the car first.',
  },
  alert: {
    answered: 'This alert has been answered. To change the answer, take it back first.',
    'ignored-until': 'Choose today or a day to come.',
  },
  zone: {
    taken: 'There is already a zone {name}. Choose another name.',
    'too-many': 'There is room for {most} zones. End one first.',
    line: 'Line {line} of the corners is not a latitude and a longitude such as 38.7223, -9.1393.',
    geojson: 'The corners are not a GeoJSON polygon that can be read.',
    hole: 'The polygon has a hole. A zone cannot have holes: delete it.',
    several: 'These are several polygons. Make a zone for each.',
    few: 'A polygon needs three corners.',
    many: 'A polygon can have up to 500 corners. Simplify it first.',
    crosses: 'The sides of the polygon cross. Give the corners in the order in which they follow each other.',
    place: 'One of the corners is not on Earth. In GeoJSON the longitude comes first.',
  },
  streets: {
    missing: 'No file arrived. Choose an .mbtiles or .pmtiles file.',
    unreadable: 'The file {name} can’t be read. It has to be MBTiles or PMTiles 3, with vector tiles.',
    'no-roads': 'These streets have no transportation layer, from the OpenMapTiles scheme. The map couldn’t draw them.',
    inside: '{host} is a machine of the internal network. Put a file of streets into the server’s folder instead.',
    silent: '{host} did not answer. Check the address and try again.',
    'no-tiles': '{host} answered, but not with vector tiles. Check the address and the key.',
  },
  'car-link': {
    'too-long': 'This link can last up to {hours} hours.',
    'own-car': 'This car is the driver’s own. The location of such cars is never shared.',
    sold: 'This car was sold. Choose one that is in the fleet.',
  },
  drop: {
    empty: 'No file arrived. Drop or choose the week’s reports.',
    'too-many': 'You sent {count} files. Send up to {most} at a time.',
    'too-large': 'The file {name} is larger than 100 MB. Split it by weeks.',
  },
  profile: {
    'no-table':
      '{name} has no rows and columns that can be read. CSV and XLSX work: save it as one of them and choose it again.',
    incomplete: 'An answer is missing, or some lines cannot be read. See the result before saving.',
    'headings-taken': 'A file with these headings has already been set up, as “{source}”. Correct that one.',
  },
  contract: {
    'template-untitled': 'Line {line}: a template starts with a title. Write “# ” and the title on the first line.',
    'template-unknown': 'Line {line}: “{found}” is not a field. Use one from the list, exactly as written.',
    'template-unfillable': 'Line {line}: this template cannot fill in “{placeholder}”. Remove that field.',
    'template-lacks': 'This template needs the field “{placeholder}”. Add it to the text.',
    'template-undrawable': 'Line {line}: the sealed PDF cannot show “{found}”. Write it with other characters.',
    'template-same': 'This text is already version {version}. Open that version and put it into use.',
    'template-in-use': 'Version {version} is already in use. Look at the list again.',
    unfilled: 'The contract was not created: “{placeholder}” is missing. Fill it in on the record or in the form.',
    'moved-on': 'This contract has moved on. Open the page again to see where it stands.',
    unwritable: 'The sealed PDF can’t show “{placeholder}”. Write it in Latin letters, as on the identity document.',
    'name-unwritable': 'The sealed PDF can’t show this name. Write it in Latin letters, as on the identity document.',
    'follows-nothing':
      'The contract this one renews or amends must be this driver’s, sealed, and from the same template.',
    'ends-otherwise': 'Choose a day after the contract’s first day and before the last day in its text.',
    'terms-agreed':
      'This contract’s terms are already in force, or others have been agreed since. See the driver’s record.',
    'paper-waits': 'A signed paper for this contract is waiting to be checked. Accept or decline it first.',
    'paper-answered': 'This signed paper has already been answered, or the contract was signed another way.',
    'link-session': 'Somebody else is signed in on this browser. Sign out of that account and open the link again.',
    'paper-same-person':
      'You added this signed paper, so another person in the office has to accept it. The rule of two people is on.',
    'facts-wrong': 'That does not match the record. Attempts left: {left}.',
    'link-nobody': 'The record has no NIF, and no code can be emailed. Complete the record, then create the link.',
    'code-missing': 'Enter the six-digit code sent by email.',
    'code-wrong': 'That is not the code. Attempts left: {left}.',
    'code-over': 'This code has expired or has been used. Ask for another one.',
    'code-too-many': 'Too many codes have been sent. Wait an hour and ask for another one.',
    'same-person': 'You signed as the driver, so somebody else in the office has to sign for the company.',
  },
  seal: {
    unreadable:
      'The site cannot read the seal’s key or certificate. Check VOLANTE_SEAL_KEY and VOLANTE_SEAL_CERTIFICATE.',
    'not-now': 'The seal’s certificate is not valid today. Configure one that is.',
  },
  correction: {
    waiting: 'You have already asked about this and the office has not replied yet. Wait, or withdraw that request.',
    answered: 'This request has been answered or withdrawn. Open the page again.',
  },
  'own-expense': { enough: 'This year already has {most} expenses. Remove those that do not count.' },
  upload: {
    empty: 'The file is empty. Choose it again.',
    'too-large': 'The file is larger than 10 MB. Take the photo at a lower quality, or split the PDF.',
    unknown: 'The file has to be a PDF, JPEG, PNG or WebP.',
    'no-photo': '“{name}” is not a photo. Send it as JPEG, PNG or WebP.',
    heic: 'The photo is in HEIC, the format of some phones. Send it as JPEG, or send a screenshot of it.',
    'too-many-pixels': 'The photo has more than 40 megapixels. Take it at a lower resolution.',
    'too-many-pages': 'That is too many photos. A document can have up to {most}.',
    enough: 'This statement already has {most} documents. Send this without one, or ask the office to add it.',
    'pdf-among-photos': 'You sent a PDF with other files. Send the PDF alone, or photos alone.',
    'pdf-locked': 'The PDF is password-protected. Save it without a password and send it again.',
    'pdf-long': 'The PDF has more than {most} pages. Send only the relevant ones.',
    'pdf-active': 'The PDF contains programs or other files. Print it to a new PDF and send that one.',
    damaged: 'The file cannot be opened. Check that you can see it on your device.',
    infected: 'The virus scanner refused the file. Send a clean copy.',
    'not-scanned': 'The virus scanner is not responding, so nothing was saved. Try again in a few minutes.',
    busy: 'Many files are arriving at the same time, so nothing was saved. Wait a moment and send it again.',
    own: 'Other files of yours are still being saved, so nothing of this one was saved. Wait until they are done and send it again.',
  },
  adjustment: {
    'week-frozen': 'That week’s statement has been issued and does not change. Add the adjustment to the open week.',
    'changed-meanwhile': 'The amounts have changed in the meantime. Look at the page again before deciding.',
    frozen: 'This adjustment is on an issued statement, or has already been withdrawn. To correct it, add another one.',
  },
  'damage-report': {
    'in-future': 'That time has not come yet. Give the time at which it was.',
    'no-car': 'No car is on record for you at that time. Choose the car from the list, or correct the time.',
    'too-many': 'You have {most} reports waiting. Withdraw one of them, or wait for a decision.',
    decided: 'This report is not waiting any more. Open it again to see what was decided.',
    waiting: 'This report is undecided. There is no decision to take back.',
  },
  ticket: {
    'too-many': 'You have {most} tickets waiting for an answer. Wait for one, or close one, then write again.',
    closed: 'This ticket is closed already. To go on, write in it again.',
    open: 'This ticket is open already.',
    'template-taken': 'There is a template with this name already. Choose another name.',
  },
  dispute: {
    'changed-meanwhile':
      'The statement has since been issued again and this line changed. See its amount now and decide again.',
    'too-late': 'The time to dispute this statement is over. Contact the office.',
    known: 'This line has already been disputed. The answer is beside it. For anything else, ask the office.',
    closed: 'This dispute has already been answered or withdrawn. The office can take an answer back on its page.',
  },
  plan: {
    'no-such-debt':
      'The current account does not owe that much. Enter less, or create a plan from before Volante under Financing.',
    closed: 'This plan no longer allows that. Look at the page again.',
    'interest-changed':
      'The charge per instalment has changed in the meantime. Check the figures again before you continue.',
    'not-due': 'The plan deducts nothing in that week. Choose one of the weeks still to come.',
    'week-issued':
      'That week has a statement and deducts nothing more. Void the statement first, or skip another week.',
    known: 'That week has already been skipped or paid in this plan, or has a statement. Choose another.',
    'taken-back': 'This movement has already been taken back. Nothing is left to do.',
    'deposit-gone': 'Part of this deposit has been returned or used. Take that return or use back first.',
    'too-much': 'The amount is more than is owed or held. Look at the page again and enter less.',
    'too-many': 'That is too many weeks for this amount. Each instalment must be at least one cent.',
    moved:
      'This plan already has deductions, payments or an advance paid out, so it cannot be cancelled. Change its conditions or record an early payment.',
    'paper-missing': 'Choose the proof file.',
    'paper-known': 'This plan already has a proof, which cannot be replaced.',
  },
  referral: {
    self: 'People cannot refer themselves: both records are for the same person.',
    known: 'This driver has already been referred by somebody.',
    circle: 'This driver has already referred, through others, the person who would now refer them.',
    withdrawn: 'This referral has already been withdrawn. Nothing is left to do.',
  },
  goal: {
    'end-stays': 'The end of this goal has come, or another goal replaced it. Add a new goal.',
    'week-past':
      'A goal can start in the current week or month, or later. A running goal only changes from the next period.',
    'period-over':
      'The first period of this goal has passed, and the goal stays. Write another one for the next period.',
    'week-taken': 'A goal of this kind already starts in that period. Remove it first, or choose another period.',
    ended: 'This goal has already ended. Add a new goal.',
  },
  commission: {
    promised: 'Somebody was referred under this rule, and it stays for them. Add another rule, from a later week.',
    'week-taken': 'A rule already starts in that week. Choose another week, or remove that rule first.',
    'week-past': 'A rule can only start this week or later.',
  },
  departure: {
    known: 'This driver is already recorded as having left.',
    open: 'Close the final account first. Only then can you record what the driver pays.',
    waiting:
      'The final account stays open until {day} for late fines and tolls. To close it or return the deposit sooner, change that date where the departure is recorded.',
    unaccepted:
      'The driver has not accepted the conditions of “{what}” yet, so nothing is deducted. Ask the driver to accept, cancel the plan, or write off the remainder. Then close the account.',
    'closing-used':
      'A later statement already counts on this closing. Void that statement first; if it is paid, add an adjustment.',
    nothing: 'There is nothing left to settle on this account.',
    'deposit-short':
      'A voided statement left the deposit with less than was already returned. Approve that week again before closing.',
    'ends-before':
      'The last day cannot be before the day the driver started or came back. Choose another, or correct the record.',
    'waits-before': 'That date is before the last day. Choose that day or a later one.',
    'returns-before': 'The return has to be after the last day.',
  },
  database: {
    silent: 'The database does not let us in: {words}. Check {setting}, and whether PostgreSQL answers there.',
    elsewhere:
      'The data of {path} is in another database. Try again with the settings of the site: DATABASE_URL is missing. If the database is lost, restore a backup into another folder.',
  },
  hosted: {
    'file-unreadable': '{path} can’t be read: {words}. Correct it and try again.',
    'file-unused':
      'A host gives each operator its own database, in one process. Take {names} out of {path}, or serve that operator alone, without VOLANTE_HOSTED.',
  },
  keys: {
    missing:
      'The keys {keys} for sealed data are missing. Put them into {path}, or into FIELD_KEYS. A backup has them, unless they were a setting.',
    given: 'The keys are in FIELD_KEYS. Add a new one at the front and try again.',
    setting: 'The keys are in FIELD_KEYS. Remove the one that is no longer needed.',
    fresh: 'The newest key is too recent. Try again after {at}.',
    'at-work': 'Another process is already sealing. Wait until it finishes.',
  },
  backup: {
    'at-work': 'A backup is already being made. Wait until it finishes.',
    foreign: '{path} is not a Volante backup. Choose a .backup file.',
    'wrong-key': 'This key does not open {path}. Give the key the backup was made with: --key-file or --passphrase.',
    damaged: '{path} is damaged or incomplete. Nothing was restored. Use another backup.',
    newer: 'The backup is from another version of Volante ({path}). Install that version, or a later one.',
    'not-there': '{path} does not exist.',
    'no-key': 'The key is missing: {path} does not exist. Give it with --key-file or --passphrase.',
    'key-unreadable':
      'No key of at least 32 characters can be read from {path}. Check the path and who may read the file.',
    'place-taken': '{path} is not empty. Give a new folder and, with DATABASE_URL, an empty database.',
    'database-taken':
      'The database {name} holds data already. Name another, empty one in DATABASE_URL. Only to try it, leave out DATABASE_URL and DATABASE_OWNER_URL.',
    none: 'There is no backup to restore. Make one first with volante backup.',
  },
  batch: {
    'not-open': 'This batch has been closed. If that was a mistake, reopen it first.',
    open: 'This batch is open.',
    'went-on':
      'Statements of this batch are in another file by now, paid or voided. Void that file first, or withdraw that payment.',
    remade:
      'Statements of this batch were voided later, so it cannot be put back. Record on each statement what the bank paid, as paid another way.',
    'all-rejected':
      'Nothing of this batch was paid: it was all rejected. If that was a mistake, take the bank’s answer back under Bank, Imported files.',
    'partly-paid': 'The bank statement shows that part of this batch was paid. Mark the others as rejected.',
  },
  'bank-list': {
    taught: 'A list with these headings has already been set up. Remove it first to set it up again.',
  },
  bank: {
    unproved:
      'This statement has neither balances nor movement numbers. Say that it is complete, or export it with balances.',
    contradicts:
      'The movements on {day} do not match another statement of the same account (line {line}). Nothing was imported.',
    'in-future':
      'Line {line} has a movement on {day}, which has not come yet. Nothing was imported. See whether day and month are the wrong way round, and download the statement again.',
    'outside-period':
      'Line {line} has a movement on {day}, outside the days that the statement itself names. Nothing was imported. Download the statement again. If the days are right, say so under “File with doubts”.',
    'days-turned':
      'The day {day} in line {line} does not agree with the others. It seems that a program swapped day and month when it saved the list. Nothing was imported. Download the statement again, without opening it in Excel. If the days are right, say so under “File with doubts”.',
    'other-currency': 'This statement is in {currency}, and the accounts are in euros. Nothing was imported.',
    answered: 'Somebody has already said what this movement is. Withdraw that answer first to say otherwise.',
    'amount-differs': 'The selected payments do not add up to the amount of this movement.',
    'not-payable': 'This payment has already gone out with another movement, or is not waiting to be paid.',
    'not-paid': 'This payment is not marked as paid, so the bank cannot have returned it.',
    'moved-on': 'This has changed in the meantime. Look at the movement as it is now.',
    undone: 'The import of this movement’s file was undone. There is nothing left to explain.',
    'file-undone': 'The import of this file has already been undone.',
    'undoing-changed':
      'Somebody answered movements of this file in the meantime. See what undoing takes back now, and confirm.',
    'later-file':
      'After this one you imported {name}, which divides the same days differently. Undo that one first, and import it again at the end.',
    held: 'The payment of the movement on {day}, “{text}”, was returned or paid again since then. Withdraw that explanation or payment first, and then undo the import.',
  },
  disk: {
    full: 'The server’s disk is full, so nothing was saved. Ask for space to be freed and send it again.',
    shut: 'The server can’t use the disk its files are on. Nothing is lost. Ask whoever looks after the server to check it.',
  },
  store: {
    unreachable:
      'The file store does not answer. Nothing has changed, and what was already there is safe. Please try again in a few minutes.',
  },
  request: {
    busy: 'The site is very busy, so your request was not completed. Please try again in a moment.',
    'too-slow': 'Your request was not completed because it took too long. Please try again in a minute.',
  },
  'two-people': {
    alone: 'The rule needs two people who can change money. Invite another one under Users.',
    approved: 'Your account approved this. Under the rule of two people, somebody else has to pay.',
    asked: 'This request is already waiting for another person.',
    'company-missing': 'This rule can only start once the company’s details are filled in.',
    fresh: '{name} was given permissions recently, and counts as a second person from {at}.',
    'iban-in-file': 'A bank file was made with this IBAN, and its check stays. If it is wrong, change the IBAN.',
    'iban-unchecked': 'Nobody else has checked this driver’s IBAN yet. It is under “IBANs to check”.',
    'not-own': 'Only the person who made the request can withdraw it. You can decline it, with a reason.',
    own: 'Your account made this request. Another person has to confirm it.',
    'paper-later':
      'The advance first has to be confirmed by another person. Send it without the document and add that once it is paid.',
  },
  form: {
    'other-account': 'Another account filled this form in. Sign in with that account to send it.',
    reused: 'This form has already been sent. Open the page again before sending it once more.',
    'too-many-fields': 'The form brings more fields than are taken at once. Send fewer at a time.',
  },
  identity: {
    'invalid-email': 'That email address isn’t valid. Please check how you typed it.',
    'wrong-password': 'Incorrect email or password.',
    'missing-password': 'Enter your password.',
    'invalid-credential': 'Incorrect email or password. Try again or reset your password.',
    'email-already-in-use': 'An account with this email already exists. Sign in or reset your password.',
    'user-not-found': 'Incorrect email or password.',
    'too-many-requests': 'Too many attempts. Wait a few minutes and try again, or reset your password.',
    'expired-action-code': 'This link has expired. Request a new one.',
    'invalid-action-code': 'This link isn’t valid or has already been used. Request a new one.',
    'requires-recent-login': 'For your security, confirm your password to continue.',
    'user-token-expired': 'Your session has ended. Please sign in again.',
    'user-disabled': 'This account is disabled. Please contact the administrator.',
    'operation-not-allowed': 'This sign-in method isn’t available.',
    'popup-blocked': 'Your browser blocked the sign-in window. Allow pop-ups for this site or continue on this page.',
    'popup-closed-by-user': 'The sign-in window was closed before finishing. Please try again.',
    'network-request-failed': 'We couldn’t reach the sign-in service. Check your internet connection and try again.',
    'unauthorized-domain': 'This address isn’t authorised for sign-in. Please contact the site administrator.',
    'weak-password': 'The password must be at least {min} characters long.',
    'common-password': 'This password is too common. Choose another.',
    'password-too-long': 'The password can be at most {max} characters long.',
    'password-needs-lowercase': 'The password needs a lower-case letter.',
    'password-needs-uppercase': 'The password needs an upper-case letter.',
    'password-needs-digit': 'The password needs a number.',
    'password-needs-symbol': 'The password needs a symbol.',
    'multi-factor-auth-required': 'Enter the 6-digit code from your authenticator app.',
    'invalid-verification-code': 'Incorrect code. Wait for the next code and try again.',
    'missing-verification-code': 'Enter the code.',
    'code-expired': 'The code has expired. Please start again.',
    'invalid-multi-factor-session': 'Time to confirm ran out. Please sign in again.',
    'multi-factor-info-not-found': 'That authenticator app is no longer linked to the account.',
    'second-factor-already-in-use': 'That authenticator app is already linked to the account.',
    'maximum-second-factor-count-exceeded': 'The account already has the maximum number of authenticator apps.',
    'unverified-email': 'Please verify your email first, with the link that goes to that address.',
    'admin-restricted-operation': 'Only an administrator can create accounts. Please contact us.',
    'account-exists-with-different-credential':
      'You already have an account with this email. Sign in with your password and link Google in your profile.',
    'credential-already-in-use': 'That Google account is linked to another user.',
    'invalid-recaptcha-token': 'We couldn’t confirm you’re not a robot. Reload the page.',
    'service-account-missing':
      'The sign-in service’s service account is missing: without it the office can’t manage accounts. See docs/hosted-identity.md.',
    'internal-error': 'Something went wrong. Try again; if it persists, contact us.',
  },
  passkey: {
    'not-accepted': 'The passkey was not accepted. Try again or sign in with your password.',
    'not-asked': 'Your browser did not ask for a passkey. Turn JavaScript on or sign in with your password.',
    'not-here': 'This address of the site takes no passkeys. Sign in with your password.',
    known: 'This device already has a passkey of this account.',
    'too-many': 'The account already has {count} passkeys. Remove one before creating another.',
  },
  push: {
    'not-asked': 'The browser did not ask for notices. Turn JavaScript on and try again on this device.',
    service:
      'This browser gets its notices by way of {host}, which the company does not accept. Use another browser, or ask the office.',
    taken: 'This device already gets the notices of another account. Try again: the device asks for a new address.',
  },
  account: {
    'email-in-use': 'Another account already uses this email. Write another one.',
    'old-password-wrong': 'The current password is not right. Write it again.',
    'is-own': 'You can’t do this to your own account. Ask another administrator.',
    'last-owner': 'There must always be one owner with an open account.',
    'is-administrator': 'This email belongs to an administrator’s account. You can’t invite it from a driver’s record.',
  },
  visitor: {
    'looks-automatic':
      'A field that must stay empty was filled in, which is what bots do. Open the page again and send it once more.',
    'too-quick': 'The form was sent too quickly to have been read. Wait a moment and send it again.',
    'form-expired': 'This page was open for a long time. Send it again: what you wrote is still here.',
    'too-many': 'Too many forms have come from this address. Wait a while, or call us.',
  },
  stage: {
    'too-many': 'The board already has twelve columns. Remove one first.',
    'in-use': {
      one: 'There is {count} application in this column. Move it to another column first.',
      other: 'There are {count} applications in this column. Move them to another column first.',
    },
    first: 'The board needs a column for new applications.',
  },
  application: {
    unknown: 'This link leads to no application. Check that you copied all of it.',
    sent: 'This application has already been sent.',
    decided: 'This application has already been decided. The office can reopen one that was rejected or withdrawn.',
    'not-ended': 'Only a rejected or withdrawn application can be reopened.',
    moved: 'Somebody has moved {name}’s application in the meantime. The board now shows where it is.',
    incomplete: 'Fill in the page “Licence and certificate” before sending.',
    accept: 'To send the application, you have to let the office use your details to assess it.',
    'too-many-files': 'There are already many documents. Remove one before adding another.',
  },
  key: {
    taken: 'The identifier {value} already belongs to {owner}. Remove it there first.',
  },
  driver: {
    removed: '{driver}’s record was removed. Restore it first, on its page.',
    merged: '{driver}’s record was merged into {stays} ({ref}). Choose that one, or separate them first.',
    'in-use': 'There is data about this driver. Record their departure instead; the record stays in the history.',
    'ref-taken': 'The reference {ref} already belongs to {driver}.',
    'has-left': 'This driver has left. You can change the state and the last day under “Departure”.',
    known:
      'This person already has a record: {driver} ({ref}). If they are back, record their return there; history and balance carry on.',
  },
  terms: {
    'no-trip-times':
      'Tolls with no passenger can only be told apart by Bolt’s trips. Connect Bolt first, under Integrations.',
    'week-taken': 'There are already terms starting in {week}. Change those, or choose another week.',
    'week-approved': '{week} was approved under the earlier terms. New ones can only start after it.',
  },
  settings: {
    'week-approved': '{week} is already approved. Settings can only change after it.',
    'nothing-changed': 'Nothing changed: these values already apply in that week.',
    'changed-meanwhile':
      'Nothing was saved: somebody has changed these settings since you opened the page. Look at the current values, then try again if it still makes sense.',
  },
  view: {
    'name-taken': 'This list already has a view called “{name}”. Choose another name.',
    'too-many': 'This list already has 30 saved views. Remove one of them first.',
  },
  accident: {
    'in-future': 'The accident cannot be later than now. Correct the day and the time.',
    'told-in-future': 'That date is in the future. Enter it once the accident has been reported to the insurer.',
  },
  vehicle: {
    'in-use': {
      one: 'The vehicle {plates} already has something else recorded. Remove a driver’s time or a card first. With anything else, record that it left the fleet, or keep it.',
      other:
        'The vehicles {plates} already have something else recorded. Remove drivers’ times and cards first. With anything else, record that they left the fleet, or keep them.',
    },
    'sold-before-bought': 'The car cannot leave on {left}, before it was bought on {bought}. Correct one of the dates.',
    'cost-ends-early': 'The cost cannot end before it starts, on {from}. Choose a later date.',
    'not-lent': '{plate} belongs to one driver and cannot belong to anybody else. It is with {driver}.',
    gone: '{plate} has left the fleet. If it is still here, undo its departure first.',
    held: '{plate} is with {driver}. Record its return first.',
    'sale-in-future': 'That date is in the future. Record the departure on the day itself.',
    'work-kilometres':
      'The odometer had {kilometres} km on {day}. Correct the kilometres, or confirm in the form that they are right.',
    'in-workshop': '{plate} is in the workshop already. Record its return first.',
    'stay-ended': 'This car is back from the workshop already.',
    'back-before-it-came': 'The car cannot come back before it went into the workshop.',
    'work-in-future': 'That date is in the future. Record the work once it is done.',
    'not-given':
      '{plate} belongs to {driver} and cannot be handed over to anybody else. If that has changed, change the owner on the costs page.',
    'plate-taken': 'There is already a vehicle with the plate {plate}.',
  },
  payslips: { 'too-many': 'One PDF can contain at most {most} statements. Choose fewer weeks.' },
  times: {
    unread: '“{name}” has lines that cannot be understood. Nothing was kept.',
    period: 'Choose two days, the first before the last, and at most {most} days.',
    nothing: '“{name}” has no line with times. Export it again, with the days you want.',
  },
  invoice: {
    undecided: 'This line waits for the accountant’s decision. Say first what was decided.',
    said: 'Somebody already said what became of this line. Undo that first.',
  },
  duty: { said: 'Somebody already said what became of this duty. Undo that first.' },
  breach: {
    closed: 'This breach is closed. Open it again first.',
    'in-future': 'The company cannot have known later than now.',
    unsaid: 'First record who was notified, or why not: the authority and the people.',
  },
  'data-request': {
    closed: 'This request has already been answered or withdrawn. The office can open it again.',
    'no-extension': 'The deadline can no longer be extended: only in the first month, and once.',
    open: 'This request is already waiting for an answer.',
  },
  erasure: {
    'still-here': 'This person still works with the company. Record their departure first.',
    known: 'This person’s erasure has already been requested.',
    words: 'Type the name as it is on the screen.',
  },
  month: { runs: 'This month is not over yet. Mark it as handed over after its last day.' },
  fine: {
    known: 'Fine {number} is already recorded.',
    'in-future': 'That date is in the future.',
    'before-it-happened': 'The notification cannot be earlier than the offence.',
    'sent-before': 'The identification cannot have been sent before the notification.',
    named: 'A document already names the driver. Start over to change that.',
    'no-driver': 'Choose who was driving.',
    'no-company': 'The company’s name and tax number are missing. Fill them in first, on the company page.',
    informed: 'The notice to the driver has already been given.',
    'not-informed': 'Notify the driver first. Only then can you charge for it.',
    charged: 'This fine has already been charged.',
    'more-than-it-is': 'It is more than the fine. If the amount changed, correct it on the fine first.',
    'moved-on': 'The state of this fine has changed. Look at the page again.',
    'other-driver':
      'Somebody has changed the driver of this fine meanwhile. Open it again and repeat, if it still makes sense.',
  },
  inspection: {
    'in-future': 'A handover cannot be in the future.',
    known: 'This handover is already recorded for that minute. If it was another one, enter its time.',
    'not-holder': 'The car was not with this driver at that time.',
    'same-driver': 'The recorded driver already is {driver}. Choose another one.',
  },
  damage: {
    used: 'Something was done with this damage: it has a cost, an answer or a ticket. Settle the damage on its page instead.',
    'not-drivers': 'The damage is recorded as somebody else’s or as wear and tear. Change who is liable first.',
    answered: 'This damage has already been answered.',
    settled: 'This damage is already settled.',
    open: 'This damage is not settled.',
    'not-proposed': 'Propose the amount to the driver first, and answer if the driver disputes it.',
    'more-than-proposed': 'It is more than was proposed to the driver. Propose the new amount first.',
    'not-told': 'The driver has no account and has not read the proposal. Send the notice, and note that you did.',
    charged: 'This damage has already been charged.',
    'moved-on':
      'Somebody has proposed another amount meanwhile, or the driver disputed it. Look at the damage again, and repeat if it still makes sense.',
    'charged-to': 'This damage is charged to {driver}. Take that charge back first.',
  },
  odometer: {
    'in-future': 'A reading cannot be in the future.',
    known: 'There is already a reading for that time. Withdraw it first if it is wrong.',
    contradicts:
      'An earlier reading is higher, or a later one is lower. If this one is right, say the reason here, or enter it under “Kilometres”.',
    leaps:
      'Those are more kilometres than a car drives in that time. Check for one digit too many. If they are right, write the reason.',
  },
  assignment: {
    away: '{driver} is not in service on that day. Choose another day, or record their return on the driver’s record.',
    suspended: '{driver} is suspended on that day. End the suspension on the record first, or choose somebody else.',
    overlaps: '{plate} is with {driver} at that time ({period}). End or correct that period first.',
    empty: 'The end has to be after the start.',
    changed: 'Somebody changed this period meanwhile. It is now {driver}’s ({period}). Nothing was saved: look again.',
    moved: 'The car no longer changes hands at that moment: somebody corrected it meanwhile. Look at the calendar.',
    'same-driver': 'The vehicle is already with {driver}.',
  },
  shift: {
    'nothing-to-copy': 'This week has no single-day shifts to copy. Plan one first.',
    over: 'This shift is over. The plan of the past stays: correct who had the car on its record.',
    past: 'That day is over. Choose today or a later day.',
    changed: 'Somebody changed this shift meanwhile. It is now {driver}’s. Nothing was saved: look again.',
    'not-now':
      'This is said during the shift, or up to two hours before. Speak to the office if you have the car already.',
    'too-late': 'You said this more than two days ago. Tell the office since when you have the car: it notes it down.',
    'went-on': '{plate} is with somebody else after that moment. Tell the office since when you had it.',
    'car-taken':
      '{driver} already has {plate} at that time ({period}). Change that shift first, or choose other hours.',
    'person-taken':
      '{driver} already has {plate} at that time ({period}). Change that shift first, or choose somebody else.',
  },
  'shift-request': {
    answered: 'This request was answered or taken back already. Look at the plan again.',
    over: 'This shift is over. It can no longer be asked for or accepted.',
    waiting: 'You asked about this shift already. Take that back first.',
    taken: 'This car is no longer free at that time. Choose other hours or another car.',
    moved:
      'This shift has other hours by now, or has left the plan. Whoever asked can withdraw the request and make another.',
    nobody: 'Nobody has that shift. You can ask the office for it as a free car.',
    own: 'That shift is yours already. Choose somebody else’s.',
    'not-serving':
      'You are not driving at the moment, so you cannot ask for or accept shifts. The office can say how you come back.',
  },
  fleet: {
    'not-empty': 'There are already drivers on record. To add what is missing, repeat with --merge.',
  },
  roster: {
    unreadable: 'The fleet file could not be read: “{path}” contains {found}.',
    twice:
      'The fleet file has {found} at “{path}”, a time that comes twice. Add +01:00 (the first) or +00:00 (the second).',
    'day-fleet': 'The fleet file has {found} at “{path}”. Years go from 2000 to 15 years from now.',
    'day-kept': 'The fleet file has {found} at “{path}”. Years go from 1950 to 2099.',
    'unknown-name': 'The fleet file names {found} at “{path}”, which is not in its own list.',
  },
  field: {
    'tile-address': 'Write an address that begins with https://, as in the example, or that of the TileJSON.',
    'meta-number': 'Digits only, at least five. Copy the ID from the page at Meta.',
    'letter-place': 'Only a name from the list can be between braces, written as it is there.',
    'message-price': 'Enter the price of one message in euros, up to 1, such as 0.0170.',
    'too-many-files': 'These are too many files for one message. Send 5 at a time at most.',
    owner: 'Choose which driver it belongs to, only for a driver’s own car.',
    signed: 'Sign, or say why not.',
    'signed-or-refused': 'Did the driver sign or refuse? Leave only one of the two.',
    photo: 'Add the photo, or say why it is missing.',
    damage: 'Give the kind, place and severity of each damage.',
    'fine-number': 'This cannot be the number of a fine. ANSR uses 9 digits.',
    'issued-or-valid': 'Enter when it was issued or until when it is valid.',
    nobody: 'Tick at least one driver or car.',
    required: 'Please fill in this field.',
    invalid: 'This value is not valid.',
    'too-long': 'The text is too long.',
    'longer-than': 'The text is too long. It can have {most} characters, with the spaces.',
    'too-short': 'The text is too short.',
    money: 'Enter an amount in euros, for example 25.00.',
    'vat-above': 'VAT cannot be more than the amount paid.',
    'money-most': 'Enter an amount up to €1,000,000.00.',
    number: 'Enter a whole number.',
    'number-bounds': 'The number is too small or too large.',
    'days-of-year': 'Enter a number of days, from 1 to 365.',
    'notice-days': 'Enter up to six numbers of days, from 1 to 120, separated by commas. For example: 30, 7, 1.',
    'every-km': 'Enter a number of kilometres between 100 and 500,000.',
    hours: 'Enter a whole number of hours, between 24 and 720.',
    'hours-of-week': 'Enter a number of hours between 0 and 168.',
    'seen-otherwise':
      'This is not what the page showed. Check the value in force that week and confirm the one you want.',
    'day-to-come': 'That day has not come yet.',
    day: 'Enter a valid date, for example 26/11/2026.',
    'day-fleet': 'Check the year: it goes from 2000 to 15 years from now.',
    'day-kept': 'Check the year: it goes from 1950 to 2099.',
    'connection-id': 'Copy the client ID from the portal, without spaces.',
    'mail-senders': 'Enter up to 40 lines, each an address or @ and a domain.',
    'mailbox-unsafe': 'The password would be readable on the way. Choose TLS or STARTTLS.',
    'mailbox-proof': 'Say which server vouches for senders, or do not import at once.',
    'mailbox-folder': 'Choose another folder than the one that is looked into.',
    'mail-host': 'Enter the server name only, for example smtp.example.com.',
    'night-hours': 'Enter two different hours from 0 to 23, for example 1-5.',
    place: 'Enter the latitude and longitude, for example 38.7223, -9.1393.',
    radius: 'Enter a number of metres from 50 to 1,000,000.',
    'link-hours': 'Enter a number of hours from 1 to 168.',
    'kept-days': 'Enter a number of days from 1 to 30.',
    'mail-port': 'Enter a number from 1 to 65535. Usually it is 465 or 587.',
    'mail-unsafe': 'A password is never sent unencrypted. Choose TLS or STARTTLS, or leave the user name empty.',
    email: 'Enter a complete email address, for example name@example.com.',
    choice: 'Choose one of the options.',
    'one-of-both': 'Choose a car or a driver, and only one of them. A server has neither.',
    'account-code': 'An SNC account has only digits, such as 2433.',
    iban: 'This IBAN is not valid. Check the digits, or copy it from the bank.',
    nif: 'This tax number is not valid. Check its nine digits.',
    phone: 'Enter a valid phone number, for example +351 210 000 000.',
    social: 'Enter the full address of the page on this network.',
    colour: 'Enter the colour as six hexadecimal digits, for example #228b22.',
    'colour-too-light': 'This colour is too light: it hardly shows on the site’s background. Choose a darker one.',
    uuid: 'Enter the whole identifier, such as 17dbf0fa-850a-4120-b6cf-88253a8163c8.',
    percent: 'Enter a percentage between 0 and 100, for example 4 or 7.5.',
    ref: 'Letters, digits, dots and hyphens only, without spaces.',
    'before-accident': 'That date is before the accident.',
    'ends-before': 'The end has to be after the start.',
    instalments: 'Enter a number of weeks between 1 and 156.',
    'prize-debit': 'A bonus is always in the driver’s favour. To deduct money, choose “Other” and say why.',
    'level-above': 'Each level must require more than the one before.',
    'reward-above': 'When only the highest level pays, each must pay more than the one before.',
    'tenure-short': 'The maximum cannot be less than the minimum.',
    'referral-self': 'Choose two different people.',
    'charge-credit':
      'Fines, damage and advances are always deducted. For an amount in the driver’s favour, choose “Other”.',
    'interest-advance': 'Only an advance has a charge per instalment. Remove the charge, or choose “Advance”.',
    'down-whole': 'The amount paid up front has to be less than the total.',
    'total-short': 'The total has to be enough for at least one week.',
    plate: 'Write a number plate, for example AB-12-CD.',
    year: 'Write a year from 1950 on, with four digits.',
    time: 'Write a time, for example 06:00.',
    'shift-short': 'A shift is one hour at least.',
    'twice-time': 'The clocks go back on that day and this time comes twice. Say which of the two it was.',
    'skipped-time': 'The clocks change on that day and skip this time. Write the time after the change.',
    'column-repeated': 'This column has been chosen for something else.',
    'not-proven': 'The file does not settle this, so choose one.',
  },
}
