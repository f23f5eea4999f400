export const errors = {
  access: {
    scope: 'Your administrator account can see this but not change it. Speak to whoever manages the accounts.',
    viewing: 'This is the area as the driver sees it. Nothing can be changed from here.',
    denied: 'This page is not open to this account.',
    'signed-out': 'The session has ended. Sign in again to continue.',
  },
  row: { answered: 'This line has an answer already. Take it back first.' },
  record: {
    'not-found': 'What you are looking for doesn’t exist, or is no longer here.',
    'changed-meanwhile':
      'Somebody has changed this in the meantime. See what changed and repeat it if it still makes sense.',
  },
  mail: {
    nobody: 'None of these drivers has an email on record to be told at.',
    'no-codes': 'This message has no link to hand over. Ask for a new one.',
    'already-sent': 'This message has already been sent.',
  },
  'driver-list': {
    unreadable: 'This file is neither a spreadsheet nor text. Save it as XLSX or CSV and choose it again.',
    'too-long': 'The list is too long. Split it into lists of 500 rows.',
    problems: {
      one: '{count} cell is not understood. Correct it and look again.',
      other: '{count} cells are not understood. Correct them and look again.',
    },
    changed: 'The fleet changed meanwhile. Nothing was saved: see again what changes.',
    undecided: 'Nobody has said who the driver on line {line} is. Nothing was saved.',
    'one-twice': 'Two lines were given to the same driver. Choose another for one of them.',
  },
  telling: {
    'no-phone': 'This driver’s record has no valid mobile number. Write it there and try again.',
  },
  newcomers: {
    changed: 'The list has changed: a file came, or somebody answered. Nothing was created; look at the list again.',
    'holder-missing':
      'A vehicle of the list goes to a driver who is not ticked to be created. Tick the driver, or choose another for the vehicle.',
  },
  week: {
    empty: 'Week {week} has nothing to approve yet.',
    'not-over': 'Week {week} is not over yet. You can approve it from {day}.',
    unmatched: {
      one: '{count} row is unmatched. Match it, or approve leaving it out.',
      other: '{count} rows are unmatched. Match them, or approve leaving them out.',
    },
    'changed-meanwhile':
      'The figures have changed since this page was opened. Look at the new totals and approve again.',
    unreadable: 'There is no week called “{text}”. It is written like this: 2026-W23.',
  },
  reclassification: {
    'too-much': 'There is not that much to be classified on that side. See what stands there today and write less.',
    'taken-back': 'This classification was already reversed.',
  },
  settlement: {
    'of-merged':
      'This statement is of a record that was merged into another. Enter an adjustment on the record that stays.',
    'not-voidable':
      'If it is in an unpaid batch, void the batch first. A paid statement does not change: add an adjustment in the open week.',
    'not-payable': 'This statement has nothing to pay, or is in a batch already.',
    'not-paid-by-hand': 'This statement is not paid by other means. Please look at the page again.',
  },
  merge: {
    blocked: 'The records cannot be merged yet: {driver}. The page says what has to be done first.',
    'choose-terms': 'The two records have different terms. Choose which count from now on.',
    'choose-account': 'Both records have a sign-in. Choose the one that stays.',
    'settled-since':
      'There have been statements, payments or postings since the merge. Now only adjustments can correct it.',
    'undo-later-first':
      '{stays} was later merged into {later}. Open the record of {later} and separate those two first.',
  },
  company: {
    'not-set':
      'The company has not said who it is yet, so it takes no applications or messages here. Please come back later.',
    'iban-missing': "The company's IBAN is missing. Enter it on the company page and download the file again.",
  },
  brand: {
    'logo-format':
      'The logo has to be a PNG or a JPEG. For SVG, WebP and others: export it as PNG, preferably with a transparent background.',
    'logo-too-large': 'The logo is over 500 KB. Save it smaller: it is shown at 160 × 64 points.',
    'logo-unreadable': 'This logo can’t be opened. Export it again as PNG.',
  },
  paper: {
    answered: 'This document was answered already. Look at the page again.',
    'due-past': 'The day by which you ask for the document is past.',
    'expiry-missing': 'The day until which the document holds is missing.',
    'file-missing': 'The file is missing: a PDF or photos of the document.',
    'number-missing': 'The code of the certificate is missing: its file is not kept.',
    'on-its-way': 'This document was sent already and waits to be looked at.',
    'stops-assigning':
      'The car {plate} can not be given to {driver}. Missing: {papers}. Add what is missing, or turn this stop off in the rules of documents.',
  },
  payment: {
    nobody: 'In week {week} there is nobody to pay by bank.',
    'receipt-missing':
      'The settings ask for the driver’s invoice (recibo verde) before paying. Please mark it first on the page of the week.',
    'papers-missing':
      'The rules of documents stop this payment. Missing: {papers}. Add what is missing, or turn this stop off.',
    'day-to-come': 'The day of the payment is still to come. Choose today or a day before.',
    'matched-by-bank': 'The bank’s statement shows this payment. Take back the answer to that movement first.',
    'day-unread': 'The date “{typed}” cannot be read. Write it like this: 2026-06-11.',
    'day-past': 'The day {day} is over. Choose {next} or a later banking day.',
    'day-closed': 'European banks make no transfers on {day}. The next banking day is {next}.',
    'file-of-other-day':
      'Week {week} already has a bank file for {day}. Repeat without another date, or void that file first.',
    'paid-other-day': 'Week {week} is already paid, on {day}. To have its bank file again, repeat without a date.',
  },
  receipt: {
    answered: 'One of these invoices was marked already, or is no longer awaited. Please look at the page again.',
    'none-due': 'This statement asks for no invoice, or it is not approved yet.',
    annulled: 'This invoice is annulled at the Portal. Issue another one and send it.',
    'code-unreadable': 'The text of the QR code is not of a Portal invoice. Copy all of it, or leave the field empty.',
    used: 'This invoice already counts for week {week}. Send the invoice of this week.',
  },
  'receipt-list': {
    unreadable: 'The file is no list of e-Fatura that can be read whole. The problem is on line {line}.',
    issued: 'This is the list of invoices that a driver issued. Export the list that the company received.',
    nobody: 'No line of this list is of a driver of the company. Check the dates and the NIF on the records.',
  },
  import: {
    counting: 'This version counts already.',
    undone: 'This import has been undone already.',
    frozen:
      'Every row of this file stands in a statement that was issued. Void those statements first, if they are not paid.',
  },
  drop: {
    empty: 'No file came. Drop or choose the reports of the week.',
    'too-many': '{count} files came; up to {most} go at once.',
    'too-large': 'The file {name} is larger than 100 MB. Split it by weeks.',
  },
  profile: {
    'no-table': '{name} has no rows and columns that could be taught.',
    incomplete: 'Something is still to be said, or some lines cannot be read. See the result before saving.',
    'headings-taken': 'A file with these headings has been taught already, as “{source}”. Correct that one.',
  },
  contract: {
    'template-untitled': 'Line {line}: a template begins with a title. Write “# ” and the title on its first line.',
    'template-unknown': 'Line {line}: nothing fills “{found}”. Use one of the fields of the list, as it stands there.',
    'template-unfillable': 'Line {line}: in this template nothing fills “{placeholder}”. Take that field out.',
    'template-lacks': 'The field “{placeholder}”, which this template needs, is missing. Put it into the text.',
    'template-undrawable': 'Line {line}: the sealed PDF cannot show “{found}”. Write it with other letters.',
    'template-same': 'This text is version {version} already. Open that one and put it in use.',
    'template-in-use': 'Version {version} is in use already. Look at the list again.',
    unfilled: 'The contract was not made: “{placeholder}” is missing. Fill it in on the record or in the form.',
    'moved-on': 'This contract is no longer at that step. See what became of it.',
    unwritable: 'The sealed PDF can’t show “{placeholder}”. Write it in Latin letters, as on the identity document.',
    'name-unwritable': 'The sealed PDF can’t show this name. Write it in Latin letters, as on the identity document.',
    'follows-nothing':
      'The contract that this one renews or amends is not this driver’s, not sealed, or of another template.',
    'ends-otherwise': 'The last day lies between the first day of the contract and the last one in its text.',
    'terms-agreed': 'This contract waits no more: what it says is in force, or something was agreed since.',
    'paper-waits': 'A paper of this contract waits to be looked at. Accept or decline it first.',
    'paper-answered': 'This paper was answered already, or the contract went another way.',
    'link-session': 'Somebody else is signed in on this browser. Sign out of that account and open the link again.',
    'paper-same-person':
      'Whoever brought the paper does not accept it: the rule of two people is on. Somebody else of the office does.',
    'facts-wrong': 'The answer is not the one on the record. Tries left: {left}.',
    'link-nobody': 'The record has no NIF, and no code can go out by email. Complete the record and make the link.',
    'code-missing': 'The six-digit code that was sent by email is missing.',
    'code-wrong': 'That is not the code. Tries left: {left}.',
    'code-over': 'This code is no longer good. Ask for another one.',
    'code-too-many': 'Many codes were sent already. Wait an hour and ask for another one.',
    'same-person': 'Whoever signed as the driver does not sign for the company too. Somebody else of the office signs.',
  },
  seal: {
    unreadable:
      'The site cannot read the key or certificate of the seal. See VOLANTE_SEAL_KEY and VOLANTE_SEAL_CERTIFICATE.',
    'not-now': 'The certificate of the seal is not in force today. Configure one that is.',
  },
  correction: {
    waiting: 'A request on this already waits for an answer. Wait for it, or take that one back.',
    answered: 'This request waits for no answer any more. See what became of it.',
  },
  upload: {
    empty: 'The file is empty. Choose it again.',
    'too-large': 'The file is larger than 10 MB. Take the photo at a lower quality, or split the PDF.',
    unknown: 'The file has to be a PDF, JPEG, PNG or WebP.',
    'too-many-pixels': 'The photo has more than 40 megapixels. Take it at a lower resolution.',
    'too-many-pages': 'Too many photos came. A document takes up to {most}.',
    enough: 'This statement has {most} documents sent already. Send it without one, or ask the office to add it.',
    'pdf-among-photos': 'A PDF came with other files. Send the PDF alone, or photos alone.',
    'pdf-locked': 'The PDF asks for a password. Save it without one and send it again.',
    'pdf-active': 'The PDF carries programs or other files. Print it to a new PDF and send that one.',
    damaged: 'The file cannot be opened. Check that you can see it on your device.',
    infected: 'The virus scanner refused the file. Send a clean copy.',
    'not-scanned': 'The virus scanner does not answer. Try again in a few minutes.',
  },
  adjustment: {
    'week-frozen': 'The statement of that week is issued and does not change. Put the adjustment on the open week.',
    'changed-meanwhile': 'The amounts have changed meanwhile. Look at the page again before deciding.',
    frozen: 'This adjustment is on an issued statement or was withdrawn already.',
  },
  dispute: {
    'too-late': 'The time to dispute this statement is over. Please speak to the office.',
    known: 'This line has already been disputed.',
    closed: 'This dispute has already been answered or withdrawn.',
  },
  plan: {
    closed: 'This plan no longer allows that. Look at the page again.',
    'interest-changed':
      'The charge per instalment has changed in the meantime. Please look at the sums again before going on.',
    known: 'That week is already decided in this plan, or already has its statement.',
    'too-much': 'The amount is more than is owed or held. Look at the page again and enter less.',
    'too-many': 'These are too many weeks for this amount: each instalment has to be one cent at least.',
    moved:
      'This plan has had deductions, payments or an advance paid out. It can no longer be cancelled: change its conditions or record an early payment.',
    'paper-missing': 'Choose the file of the proof.',
    'paper-known': 'This plan already has a proof, and that one stays.',
  },
  referral: {
    self: 'Nobody refers themselves: both records are of the same person.',
    known: 'Somebody has referred this driver already.',
    circle: 'This driver has referred, through others, whoever would now refer them.',
  },
  goal: {
    'week-past':
      'A goal can begin in the week or month that runs, or later. One that runs changes with the next period.',
    ended: 'This goal has ended already.',
  },
  commission: {
    'week-taken': 'There is a rule that begins in that week already. Choose another week.',
    'week-past': 'A rule can only begin this week or later.',
  },
  departure: {
    known: 'This driver has already been recorded as leaving.',
    open: 'Please close the final account first; only then record what the driver pays.',
    waiting:
      'The final account waits until {day} for late fines and tolls. To close it or return the deposit sooner, change that date where the departure is recorded.',
    unaccepted:
      'The driver has not accepted the conditions of “{what}” yet, and nothing is deducted before. Ask the driver to accept, or cancel the plan, or write off what is left of it. Then close the account.',
    nothing: 'There is nothing left to settle in this account.',
    'deposit-short':
      'A voided statement left the deposit with less than was already returned. Approve that week again before closing.',
    'ends-before':
      'The last day cannot be before the day the driver started or came back. Choose another, or correct the record.',
    'waits-before': 'That date is before the last day. Choose that day or a later one.',
    'returns-before': 'The return has to be after the last day.',
  },
  keys: {
    missing: 'The keys {keys} of the sealed data are missing. Put them back into {path}: a backup has them.',
    given: 'The keys are in FIELD_KEYS. Put a fresh one first there and try again.',
    setting: 'The keys are in FIELD_KEYS. Take the one that is not needed out there.',
    fresh: 'The newest key is of a short while ago. Try again after {at}.',
    'at-work': 'Another process is sealing already. Wait until it ends.',
  },
  backup: {
    'at-work': 'A backup is being made already. Wait until it ends.',
    foreign: '{path} is no backup of Volante. Choose a .backup file.',
    'wrong-key':
      'This key does not open {path}. Give the key that the backup was made with: --key-file or --passphrase.',
    damaged: '{path} is damaged or incomplete. Nothing was restored. Use another backup.',
    newer: 'The backup is from another version of Volante ({path}). Install that version, or a later one.',
    'not-there': '{path} does not exist.',
    'no-key': 'The key is missing: {path} does not exist. Give it with --key-file or --passphrase.',
    'key-unreadable': 'There is no key of at least 32 characters in {path}.',
    'place-taken': '{path} is not empty. Give a new folder and, with DATABASE_URL, an empty database.',
    none: 'There is no backup to restore. Make one first with volante backup.',
  },
  batch: {
    'not-open': 'This batch has been closed.',
    'partly-paid': 'The bank statement shows that part of this batch was paid. Mark the others as rejected.',
  },
  'bank-list': {
    taught: 'A list with these headings was taught already. Retire it first to teach it anew.',
  },
  bank: {
    unproved:
      'This statement has neither balances nor movement numbers. Say that it is whole, or export it with balances.',
    contradicts:
      'The movements of {day} do not agree with another statement of the same account (line {line}). Nothing was imported.',
    'other-currency': 'This statement is in {currency}, and the books are in euros. Nothing was imported.',
    answered: 'Somebody has already said what this movement is.',
    'amount-differs': 'The chosen payments do not come to the amount of this movement.',
    'not-payable': 'This payment went out with another movement, or is not waiting to be paid.',
    'not-paid': 'This payment is not paid, so the bank cannot have sent it back.',
    'moved-on': 'This has changed meanwhile. Look at the movement as it is now.',
  },
  disk: {
    full: 'The disk of the server is full, so nothing was saved. Ask for room to be made and send it again.',
  },
  request: {
    'too-slow': 'Your request was not completed because it took too long. Please try again in a minute.',
  },
  'two-people': {
    alone: 'The rule needs two people who may change money. Invite another one in Users.',
    approved: 'Your account approved this. Under the rule of two people, someone else pays.',
    asked: 'This request is already waiting for another person.',
    'company-missing': 'This rule begins once the company data is filled in, and only once.',
    fresh: 'The permissions of {name} are recent. {name} counts as a second person from {at} on.',
    'iban-unchecked': 'Nobody else has checked the IBAN of this driver yet. It is under “IBANs to check”.',
    'not-own': 'Only the person who asked can take this back. You can decline it, with a reason.',
    own: 'Your account asked for this. Another person confirms it.',
    'paper-later':
      'The advance waits for another person first. Send it without the document and add that once it is paid.',
  },
  form: {
    reused: 'This form has already been sent. Open the page again before sending it once more.',
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
    'multi-factor-info-not-found': 'That second factor no longer exists.',
    'second-factor-already-in-use': 'That second factor is already set up.',
    'maximum-second-factor-count-exceeded': 'You’ve reached the maximum number of second factors.',
    'unverified-email': 'Please verify your email first. We’ve sent you a message.',
    'admin-restricted-operation': 'Only an administrator can create accounts. Please contact us.',
    'account-exists-with-different-credential':
      'You already have an account with this email. Sign in with your password and link Google in your profile.',
    'credential-already-in-use': 'That Google account is linked to another user.',
    'invalid-recaptcha-token': 'We couldn’t confirm you’re not a robot. Reload the page.',
    'service-account-missing':
      'The sign-in service’s service account is missing: without it the office can’t manage accounts. See docs/hosted-identity.md.',
    'internal-error': 'Something went wrong. Try again; if it persists, contact us.',
  },
  account: {
    'is-own': 'On one’s own account, another administrator does this.',
    'last-owner': 'There must always be one owner with an open account.',
    'is-administrator': 'This email belongs to an administrator’s account. It can’t be invited from a driver’s file.',
  },
  visitor: {
    'looks-automatic':
      'A field that must stay empty came filled, as programs do. Please open the page again and repeat.',
    'too-quick': 'The form was sent too fast to have been read. Please wait a moment and send it again.',
    'form-expired': 'This page was open for a long time. Please send it again: what was written is still here.',
    'too-many': 'Many forms came from this address. Please wait a while, or call us.',
  },
  stage: {
    'too-many': 'The board has twelve columns already. Remove one first.',
    'in-use': {
      one: '{count} application is in this column. Move it to another one first.',
      other: '{count} applications are in this column. Move them to another one first.',
    },
    first: 'The board needs a column for what has just come.',
  },
  application: {
    unknown: 'This link leads to no application. Please check that all of it was copied.',
    sent: 'This application has already been sent.',
    decided: 'This application has been decided and does not change.',
    'not-ended': 'Only an application that was rejected or withdrawn is reopened.',
    moved: 'Somebody moved the application of {name} meanwhile. The board now shows where it is.',
    incomplete: 'Licence and certificate have to be said before sending.',
    accept: 'To send it, the use of the data to consider the application has to be agreed to.',
    'too-many-files': 'There are many documents already. Remove one before adding another.',
  },
  key: {
    taken: 'The identifier {value} already belongs to {owner}.',
  },
  driver: {
    removed: 'The record of {driver} was removed. Restore it first, on its page.',
    merged: 'The record of {driver} was merged into {stays} ({ref}). Choose that one, or separate them first.',
    'in-use': 'There is data about this driver. Record that the driver left instead; the record stays in the history.',
    'ref-taken': 'The reference {ref} already belongs to {driver}.',
    'has-left': 'This driver has left: the state and the last day are changed under “Departure”.',
    known:
      'This person already has a record: {driver} ({ref}). If they are back, record their return there; history and balance carry on.',
  },
  terms: {
    'week-taken': 'There are already terms starting in week {week}. Change those, or choose another week.',
    'week-approved': 'Week {week} has already been approved under the earlier terms. New ones can only start after it.',
  },
  settings: {
    'week-approved': 'Week {week} has already been approved. Settings can only change after it.',
    'nothing-changed': 'Nothing changed: these values already count in that week.',
    'changed-meanwhile':
      'Nothing was saved: somebody has changed these settings since you opened the page. Look at what counts now and repeat it if it still makes sense.',
  },
  view: {
    'name-taken': 'This list already has a view “{name}”. Choose another name.',
    'too-many': 'This list already has 30 saved views. Remove one of them first.',
  },
  accident: {
    'in-future': 'The accident cannot be later than now. Correct the day and the time.',
    'told-in-future': 'The day the insurer was told has not come yet. Write it once they are told.',
  },
  vehicle: {
    'sold-before-bought':
      'The car does not leave on {left}, before it was bought on {bought}. Correct one of the two days.',
    'cost-ends-early': 'The cost does not end before it begins, on {from}. Choose a later day.',
    'not-lent': '{plate} would be a driver’s own car and nobody else’s. It is with {driver}.',
    gone: '{plate} has left the fleet. If it is still here, say so on the page about its leaving.',
    held: '{plate} is with {driver}. Record its return first.',
    'sale-in-future': 'That day has not come yet. Record it on the day itself.',
    'work-in-future': 'That day has not come yet. Record the work once it is done.',
    'not-given':
      '{plate} belongs to {driver} and can be given to nobody else. If that has changed, change who owns it on the page about costs.',
    'plate-taken': 'There is already a vehicle with the plate {plate}.',
  },
  payslips: { 'too-many': 'One PDF holds at most {most} statements. Choose fewer weeks.' },
  month: { runs: 'This month is not over yet. Mark it as handed over after its last day.' },
  fine: {
    known: 'Fine {number} is recorded already.',
    'in-future': 'That day has not come yet.',
    'before-it-happened': 'The notification cannot be older than the offence.',
    named: 'A document names the driver already. Go back to the beginning to change that.',
    'no-driver': 'Nobody has said who drove.',
    'no-company': 'The company’s name and tax number are missing. Fill them in first, on the company’s page.',
    informed: 'The driver was told already.',
    'not-informed': 'Tell the driver first. Only then is anything charged.',
    charged: 'This fine is charged already.',
    'moved-on': 'The state of this fine has changed. Look at the page again.',
  },
  inspection: {
    'other-account': 'Another account filled this in. Sign in with that account to send it.',
    'in-future': 'The hand-over cannot be of a moment that has not come yet.',
    'not-holder': 'The car is not with this driver at that moment.',
  },
  damage: {
    'not-drivers': 'The damage is recorded as somebody else’s or as wear. Change who answers for it first.',
    answered: 'This damage waits for no answer any more.',
    settled: 'This damage is settled already.',
    open: 'This damage is not settled.',
    'not-proposed': 'Propose the amount to the driver first, and answer if it is contested.',
    charged: 'This damage is charged already.',
  },
  odometer: {
    'in-future': 'A reading cannot be of a moment that has not come yet.',
    known: 'That moment has a reading already. Withdraw it first if it is wrong.',
    contradicts: 'An earlier reading is higher, or a later one is lower. If it is right, say why in the reason.',
  },
  assignment: {
    away: '{driver} is not at work on that day. Choose another day, or record the return in the file.',
    suspended: '{driver} is suspended on that day. End the suspension in the file first, or choose somebody else.',
    overlaps: '{plate} is with {driver} during that time ({period}). End or correct that period first.',
    empty: 'The end has to be after the start.',
    'same-driver': 'The vehicle is already with {driver}.',
  },
  fleet: {
    'not-empty': 'There are drivers on record already. To add what is missing, repeat with --merge.',
  },
  roster: {
    unreadable: 'The fleet file was not understood: “{path}” holds {found}.',
    'day-fleet': 'The fleet file holds {found} at “{path}”. Years go from 2000 to 15 years from now.',
    'day-kept': 'The fleet file holds {found} at “{path}”. Years go from 1950 to 2099.',
    'unknown-name': 'The fleet file names {found} at “{path}”, which is not in its own list.',
  },
  field: {
    owner: 'Say which driver it belongs to, and only of a driver’s own car.',
    signed: 'Sign, or say why not.',
    photo: 'The photo is missing, or the reason.',
    damage: 'Say the kind, the place and the severity of each damage.',
    'fine-number': 'This cannot be the number of a fine. ANSR uses 9 digits.',
    'issued-or-valid': 'Say when it was issued or until when it is valid.',
    nobody: 'Tick at least one driver or car.',
    required: 'This field is empty.',
    invalid: 'This value was not understood.',
    'too-long': 'The text is too long.',
    'too-short': 'The text is too short.',
    money: 'Write an amount in euros, for example 25.00.',
    'money-most': 'Write an amount up to €1,000,000.00.',
    number: 'Write a whole number.',
    'notice-days': 'Type up to six numbers of days, from 1 to 120, with commas. For example: 30, 7, 1.',
    'every-km': 'Write a number of kilometres between 100 and 500,000.',
    hours: 'Write a whole number of hours, between 24 and 720.',
    'hours-of-week': 'Enter a number of hours between 0 and 168.',
    'seen-otherwise':
      'This is not what the page showed. Look at what counts in that week and confirm the value you want.',
    day: 'Write a date that exists, for example 26/11/2026.',
    'day-fleet': 'Check the year: it goes from 2000 to 15 years from now.',
    'day-kept': 'Check the year: it goes from 1950 to 2099.',
    email: 'Write a complete email address, for example name@example.com.',
    choice: 'Choose one of the options.',
    'account-code': 'An SNC account has digits only, such as 2433.',
    iban: 'This IBAN is not right. Check the digits, or copy it from the bank.',
    nif: 'This tax number is not right. Please check its nine digits.',
    phone: 'Enter a phone number that can be dialled, for example +351 210 000 000.',
    social: 'Enter the full address of the page on this network.',
    colour: 'Enter the colour as six hexadecimal digits, for example #228b22.',
    'colour-too-light':
      'This colour is too light: it hardly shows on the site’s paper (under 3:1). Choose a darker one.',
    uuid: 'Write the whole identifier, like 17dbf0fa-850a-4120-b6cf-88253a8163c8.',
    percent: 'Write a percentage between 0 and 100, for example 4 or 7.5.',
    ref: 'Letters, digits, dots and hyphens only, without spaces.',
    'before-accident': 'That day is before the accident.',
    'ends-before': 'The end has to be after the start.',
    instalments: 'Write a number of weeks between 1 and 156.',
    'prize-debit': 'A prize is always in the driver’s favour. To take money, choose “Other” and say why.',
    'level-above': 'Each level must ask for more than the one before.',
    'reward-above': 'Where only the highest level pays, each must pay more than the one before.',
    'tenure-short': 'The most cannot be less than the least.',
    'referral-self': 'Choose two different people.',
    'charge-credit':
      'Fines, damage and advances are always taken. For an amount in the driver’s favour, choose “Other”.',
    'interest-advance': 'Only an advance bears a charge per instalment. Take the charge off, or choose “Advance”.',
    'down-whole': 'What is paid at once has to be less than the total.',
    'total-short': 'The total has to be enough for one week at least.',
    plate: 'Write a number plate, for example AB-12-CD.',
    year: 'Write a year with four digits.',
    time: 'Write a time, for example 06:00.',
    'column-repeated': 'This column has been chosen for something else.',
    'no-trip-times':
      'Tolls without a passenger can only be told from the times of the trips. No report brings these yet. Please choose another rule.',
    'not-proven': 'The file does not prove it: please say which.',
  },
}
