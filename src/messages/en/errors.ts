export const errors = {
  access: {
    scope: 'Your administrator account can see this but not change it. Speak to the person who manages the accounts.',
    viewing: 'You are seeing the area as the driver sees it. Nothing can be changed from here.',
    denied: 'This page is not open to this account.',
    'signed-out': 'The session has ended. Sign in again to continue.',
  },
  row: { answered: 'This line already has an answer. Undo it first.' },
  record: {
    'not-found': 'What you are looking for doesn’t exist, or is no longer here.',
    'changed-meanwhile':
      'Somebody has changed this in the meantime. See what changed, then try again if it still makes sense.',
  },
  mail: {
    nobody: 'None of these drivers has an email address on record.',
    'no-codes': 'This message has no link. Ask for a new one.',
    'already-sent': 'This message has already been sent.',
  },
  'driver-list': {
    unreadable: 'This file is neither a spreadsheet nor text. Save it as XLSX or CSV and choose it again.',
    'too-long': 'The list is too long. Split it into lists of 500 rows.',
    problems: {
      one: '{count} cell could not be read. Correct it and look again.',
      other: '{count} cells could not be read. Correct them and look again.',
    },
    changed: 'The fleet has changed in the meantime. Nothing was saved. Check again what changes.',
    undecided: 'Say who the driver on line {line} is. Nothing has been saved yet.',
    'one-twice': 'Two lines were given to the same driver. Choose another for one of them.',
  },
  telling: {
    'no-phone': 'This driver’s record has no valid mobile number. Add it there and try again.',
  },
  newcomers: {
    changed: 'The list has changed: a file arrived, or somebody answered. Nothing was created. Look at the list again.',
    'holder-missing':
      'One vehicle belongs to a driver who is not ticked. Tick the driver, or choose another for the vehicle.',
  },
  week: {
    empty: 'There is nothing to approve in {week} yet.',
    'not-over': 'You can approve {week} from {day}: it is not over yet.',
    unmatched: {
      one: '{count} row is unmatched. Match it, or approve leaving it out.',
      other: '{count} rows are unmatched. Match them, or approve leaving them out.',
    },
    'changed-meanwhile':
      'The figures have changed since you opened this page. Look at the new totals and approve again.',
    unreadable: 'There is no week called “{text}”. Write it like this: 2026-W23.',
  },
  reclassification: {
    'too-much': 'There is less than that to classify on that side. See today’s amount and enter less.',
    'taken-back': 'This classification has already been reversed.',
  },
  settlement: {
    'of-merged':
      'This statement belongs to a record that was merged into another. Add an adjustment to the record that stayed.',
    'not-voidable':
      'If it is in an unpaid batch, void the batch first. A paid statement does not change: add an adjustment in the open week.',
    'not-payable': 'This statement has nothing to pay, or is already in a batch.',
    'not-paid-by-hand': 'This statement was not paid by other means. Look at the page again.',
  },
  merge: {
    blocked: 'The records cannot be merged yet: {driver}. The page says what to do first.',
    'choose-terms': 'The two records have different terms. Choose which count from now on.',
    'choose-account': 'Both records have an account to sign in with. Choose the one to keep.',
    'settled-since':
      'There have been statements, payments or entries since the merge. Only adjustments can correct it now.',
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
    answered: 'This document has already been answered. Look at the page again.',
    'due-past': 'The day you ask for the document by is in the past.',
    'expiry-missing': 'Enter the day the document is valid until.',
    'file-missing': 'The file is missing: a PDF or photos of the document.',
    'number-missing': 'Enter the code of the certificate. Its file is not kept.',
    'on-its-way': 'This document has already been sent and is waiting to be checked.',
    'stops-assigning':
      'The car {plate} cannot be given to {driver}. Missing: {papers}. Add what is missing, or turn this check off in the document rules.',
  },
  payment: {
    nobody: 'There is nobody to pay by bank in {week}.',
    'receipt-missing':
      'The settings ask for the driver’s invoice (recibo verde) before paying. Mark it first on the week’s page.',
    'papers-missing':
      'The document rules stop this payment. Missing: {papers}. Add what is missing, or turn this check off.',
    'day-to-come': 'That payment day is in the future. Choose today or an earlier day.',
    'matched-by-bank': 'The bank’s statement shows this payment. Undo the answer to that movement first.',
    'day-unread': 'The date “{typed}” cannot be read. Write it like this: 2026-06-11.',
    'day-past': '{day} has passed. Choose {next} or a later banking day.',
    'day-closed': 'European banks make no transfers on {day}. The next banking day is {next}.',
    'file-of-other-day':
      'There is already a bank file for {week}, dated {day}. Repeat without another date, or void that file first.',
    'paid-other-day': 'The drivers of {week} were paid on {day}. To get the bank file again, repeat without a date.',
  },
  receipt: {
    answered: 'One of these invoices is already marked, or no longer awaited. Look at the page again.',
    'none-due': 'This statement asks for no invoice, or it is not approved yet.',
    annulled: 'This invoice has been cancelled on the Portal. Issue another one and send it.',
    'code-unreadable':
      'The text of the QR code is not from a Portal invoice. Copy all of it, or leave the field empty.',
    used: 'This invoice already counts for {week}. Send the invoice for this week.',
  },
  'receipt-list': {
    unreadable: 'The file is not a complete e-Fatura list. The problem is on line {line}.',
    issued: 'This is the list of invoices a driver issued. Export the invoices the company received.',
    nobody: 'No line on this list is from one of your drivers. Check the dates and the NIFs on the records.',
  },
  import: {
    counting: 'This version already counts.',
    undone: 'This import has already been undone.',
    frozen:
      'Every row of this file is on a statement that was issued. Void those statements first, if they are unpaid.',
  },
  drop: {
    empty: 'No file arrived. Drop or choose the week’s reports.',
    'too-many': 'You sent {count} files. Send up to {most} at a time.',
    'too-large': 'The file {name} is larger than 100 MB. Split it by weeks.',
  },
  profile: {
    'no-table': '{name} has no rows and columns to be taught.',
    incomplete: 'An answer is missing, or some lines cannot be read. See the result before saving.',
    'headings-taken': 'A file with these headings has already been taught, as “{source}”. Correct that one.',
  },
  contract: {
    'template-untitled': 'Line {line}: a template begins with a title. Write “# ” and the title on the first line.',
    'template-unknown': 'Line {line}: “{found}” is not a field. Use one from the list, exactly as written.',
    'template-unfillable': 'Line {line}: this template cannot fill in “{placeholder}”. Remove that field.',
    'template-lacks': 'This template needs the field “{placeholder}”. Add it to the text.',
    'template-undrawable': 'Line {line}: the sealed PDF cannot show “{found}”. Write it with other letters.',
    'template-same': 'This text is already version {version}. Open that one and put it in use.',
    'template-in-use': 'Version {version} is already in use. Look at the list again.',
    unfilled: 'The contract was not made: “{placeholder}” is missing. Fill it in on the record or in the form.',
    'moved-on': 'This contract has moved on. Open the page again to see where it stands.',
    unwritable: 'The sealed PDF can’t show “{placeholder}”. Write it in Latin letters, as on the identity document.',
    'name-unwritable': 'The sealed PDF can’t show this name. Write it in Latin letters, as on the identity document.',
    'follows-nothing':
      'The contract this one renews or amends must be this driver’s, sealed, and from the same template.',
    'ends-otherwise': 'Choose a day after the contract’s first day and before the last day in its text.',
    'terms-agreed':
      'This contract’s terms are already in force, or others have been agreed since. See the driver’s record.',
    'paper-waits': 'A signed paper for this contract is waiting to be checked. Accept or decline it first.',
    'paper-answered': 'This paper has already been answered, or the contract was signed another way.',
    'link-session': 'Somebody else is signed in on this browser. Sign out of that account and open the link again.',
    'paper-same-person':
      'You brought this paper, so another person in the office has to accept it. The rule of two people is on.',
    'facts-wrong': 'That is not the answer on the record. Tries left: {left}.',
    'link-nobody': 'The record has no NIF, and no code can be emailed. Complete the record, then make the link.',
    'code-missing': 'Enter the six-digit code sent by email.',
    'code-wrong': 'That is not the code. Tries left: {left}.',
    'code-over': 'This code has expired or has been used. Ask for another one.',
    'code-too-many': 'Too many codes have been sent. Wait an hour and ask for another one.',
    'same-person': 'You signed as the driver, so somebody else in the office has to sign for the company.',
  },
  seal: {
    unreadable:
      'The site cannot read the key or certificate of the seal. See VOLANTE_SEAL_KEY and VOLANTE_SEAL_CERTIFICATE.',
    'not-now': 'The certificate of the seal is not in force today. Configure one that is.',
  },
  correction: {
    waiting: 'You have already asked about this and the office has not replied yet. Wait, or withdraw that request.',
    answered: 'This request has been answered or withdrawn. Open the page again.',
  },
  upload: {
    empty: 'The file is empty. Choose it again.',
    'too-large': 'The file is larger than 10 MB. Take the photo at a lower quality, or split the PDF.',
    unknown: 'The file has to be a PDF, JPEG, PNG or WebP.',
    heic: 'The photo is in HEIC, the format of some phones. Send it as JPEG, or send a screenshot of it.',
    'too-many-pixels': 'The photo has more than 40 megapixels. Take it at a lower resolution.',
    'too-many-pages': 'That is too many photos. A document takes up to {most}.',
    enough: 'This statement already has {most} documents. Send it without one, or ask the office to add it.',
    'pdf-among-photos': 'You sent a PDF with other files. Send the PDF alone, or photos alone.',
    'pdf-locked': 'The PDF asks for a password. Save it without one and send it again.',
    'pdf-long': 'The PDF has more than {most} pages. Send only those that matter.',
    'pdf-active': 'The PDF contains programs or other files. Print it to a new PDF and send that one.',
    damaged: 'The file cannot be opened. Check that you can see it on your device.',
    infected: 'The virus scanner refused the file. Send a clean copy.',
    'not-scanned': 'The virus scanner is not responding. Try again in a few minutes.',
  },
  adjustment: {
    'week-frozen': 'That week’s statement has been issued and does not change. Add the adjustment to the open week.',
    'changed-meanwhile': 'The amounts have changed in the meantime. Look at the page again before deciding.',
    frozen: 'This adjustment is on an issued statement, or has already been withdrawn.',
  },
  dispute: {
    'too-late': 'The time to dispute this statement is over. Speak to the office.',
    known: 'This line has already been disputed.',
    closed: 'This dispute has already been answered or withdrawn.',
  },
  plan: {
    closed: 'This plan no longer allows that. Look at the page again.',
    'interest-changed': 'The charge per instalment has changed in the meantime. Check the sums again before going on.',
    known: 'That week has already been skipped or paid in this plan, or has a statement. Choose another.',
    'too-much': 'The amount is more than is owed or held. Look at the page again and enter less.',
    'too-many': 'That is too many weeks for this amount. Each instalment must be at least one cent.',
    moved:
      'This plan already has deductions, payments or an advance paid out, so it cannot be cancelled. Change its conditions or record an early payment.',
    'paper-missing': 'Choose the file of the proof.',
    'paper-known': 'This plan already has a proof, which cannot be replaced.',
  },
  referral: {
    self: 'People cannot refer themselves: both records are for the same person.',
    known: 'This driver has already been referred by somebody.',
    circle: 'This driver has already referred, through others, the person who would now refer them.',
  },
  goal: {
    'week-past':
      'A goal can start in the current week or month, or later. A running goal only changes from the next period.',
    ended: 'This goal has already ended.',
  },
  commission: {
    'week-taken': 'A rule already starts in that week. Choose another week.',
    'week-past': 'A rule can only start this week or later.',
  },
  departure: {
    known: 'This driver is already recorded as having left.',
    open: 'Close the final account first. Only then record what the driver pays.',
    waiting:
      'The final account waits until {day} for late fines and tolls. To close it or return the deposit sooner, change that date where the departure is recorded.',
    unaccepted:
      'The driver has not accepted the conditions of “{what}” yet, so nothing is deducted. Ask the driver to accept, cancel the plan, or write off the rest. Then close the account.',
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
    given: 'The keys are in FIELD_KEYS. Put a new one first there and try again.',
    setting: 'The keys are in FIELD_KEYS. Remove the one that is no longer needed.',
    fresh: 'The newest key is too recent. Try again after {at}.',
    'at-work': 'Another process is already sealing. Wait until it ends.',
  },
  backup: {
    'at-work': 'A backup is already being made. Wait until it ends.',
    foreign: '{path} is not a Volante backup. Choose a .backup file.',
    'wrong-key': 'This key does not open {path}. Give the key the backup was made with: --key-file or --passphrase.',
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
    taught: 'A list with these headings has already been taught. Remove it first to teach it again.',
  },
  bank: {
    unproved:
      'This statement has neither balances nor movement numbers. Say that it is complete, or export it with balances.',
    contradicts:
      'The movements of {day} do not agree with another statement of the same account (line {line}). Nothing was imported.',
    'other-currency': 'This statement is in {currency}, and the books are in euros. Nothing was imported.',
    answered: 'Somebody has already said what this movement is.',
    'amount-differs': 'The chosen payments do not come to the amount of this movement.',
    'not-payable': 'This payment went out with another movement, or is not waiting to be paid.',
    'not-paid': 'This payment is not paid, so the bank cannot have sent it back.',
    'moved-on': 'This has changed in the meantime. Look at the movement as it is now.',
  },
  disk: {
    full: 'The server’s disk is full, so nothing was saved. Ask for space to be freed and send it again.',
  },
  request: {
    'too-slow': 'Your request was not completed because it took too long. Please try again in a minute.',
  },
  'two-people': {
    alone: 'The rule needs two people who may change money. Invite another one in Users.',
    approved: 'Your account approved this. Under the rule of two people, someone else pays.',
    asked: 'This request is already waiting for another person.',
    'company-missing': 'This rule can only start once the company’s details are filled in.',
    fresh: '{name} was given permissions recently, and counts as a second person from {at}.',
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
    'multi-factor-info-not-found': 'That authenticator app is no longer linked to the account.',
    'second-factor-already-in-use': 'That authenticator app is already linked to the account.',
    'maximum-second-factor-count-exceeded': 'The account already has the maximum number of authenticator apps.',
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
    'is-own': 'You can’t do this to your own account. Ask another administrator.',
    'last-owner': 'There must always be one owner with an open account.',
    'is-administrator': 'This email belongs to an administrator’s account. It can’t be invited from a driver’s file.',
  },
  visitor: {
    'looks-automatic':
      'A field that must stay empty was filled in, as programs do. Open the page again and send it once more.',
    'too-quick': 'The form was sent too quickly to have been read. Wait a moment and send it again.',
    'form-expired': 'This page was open for a long time. Send it again: what you wrote is still here.',
    'too-many': 'Too many forms have come from this address. Wait a while, or call us.',
  },
  stage: {
    'too-many': 'The board already has twelve columns. Remove one first.',
    'in-use': {
      one: '{count} application is in this column. Move it to another one first.',
      other: '{count} applications are in this column. Move them to another one first.',
    },
    first: 'The board needs a column for new applications.',
  },
  application: {
    unknown: 'This link leads to no application. Check that you copied all of it.',
    sent: 'This application has already been sent.',
    decided: 'This application has been decided and does not change.',
    'not-ended': 'Only a rejected or withdrawn application can be reopened.',
    moved: 'Somebody has moved {name}’s application in the meantime. The board now shows where it is.',
    incomplete: 'Fill in the page “Licence and certificate” before sending.',
    accept: 'To send the application, you have to let the office use your details to consider it.',
    'too-many-files': 'There are already many documents. Remove one before adding another.',
  },
  key: {
    taken: 'The identifier {value} already belongs to {owner}.',
  },
  driver: {
    removed: '{driver}’s record was removed. Restore it first, on its page.',
    merged: '{driver}’s record was merged into {stays} ({ref}). Choose that one, or separate them first.',
    'in-use': 'There is data about this driver. Record that the driver left instead; the record stays in the history.',
    'ref-taken': 'The reference {ref} already belongs to {driver}.',
    'has-left': 'This driver has left: the state and the last day are changed under “Departure”.',
    known:
      'This person already has a record: {driver} ({ref}). If they are back, record their return there; history and balance carry on.',
  },
  terms: {
    'week-taken': 'There are already terms starting in {week}. Change those, or choose another week.',
    'week-approved': 'The earlier terms were used to approve {week}. New ones can only start after it.',
  },
  settings: {
    'week-approved': 'The statements of {week} are already approved. Settings can only change after it.',
    'nothing-changed': 'Nothing changed: these values already count in that week.',
    'changed-meanwhile':
      'Nothing was saved: somebody has changed these settings since you opened the page. Look at what counts now, then try again if it still makes sense.',
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
      'The car cannot leave on {left}, before it was bought on {bought}. Correct one of the two days.',
    'cost-ends-early': 'The cost cannot end before it begins, on {from}. Choose a later day.',
    'not-lent': '{plate} belongs to one driver and cannot be anybody else’s. It is with {driver}.',
    gone: '{plate} has left the fleet. If it is still here, say so on the page where it left.',
    held: '{plate} is with {driver}. Record its return first.',
    'sale-in-future': 'That day has not come yet. Record it on the day itself.',
    'work-in-future': 'That day has not come yet. Record the work once it is done.',
    'not-given':
      '{plate} belongs to {driver} and cannot be given to anybody else. If that has changed, change the owner on the costs page.',
    'plate-taken': 'There is already a vehicle with the plate {plate}.',
  },
  payslips: { 'too-many': 'One PDF holds at most {most} statements. Choose fewer weeks.' },
  month: { runs: 'This month is not over yet. Mark it as handed over after its last day.' },
  fine: {
    known: 'Fine {number} is already recorded.',
    'in-future': 'That day has not come yet.',
    'before-it-happened': 'The notification cannot be earlier than the offence.',
    'sent-before': 'The identification cannot have been sent before the notification.',
    named: 'A document already names the driver. Start over to change that.',
    'no-driver': 'Say who was driving.',
    'no-company': 'The company’s name and tax number are missing. Fill them in first, on the company’s page.',
    informed: 'The driver has already been told.',
    'not-informed': 'Tell the driver first. Only then can you charge it.',
    charged: 'This fine has already been charged.',
    'moved-on': 'The state of this fine has changed. Look at the page again.',
  },
  inspection: {
    'other-account': 'Another account filled this in. Sign in with that account to send it.',
    'in-future': 'A handover cannot be in the future.',
    'not-holder': 'The car was not with this driver at that time.',
  },
  damage: {
    'not-drivers': 'The damage is recorded as somebody else’s or as wear. Change who answers for it first.',
    answered: 'This damage has already been answered.',
    settled: 'This damage is already settled.',
    open: 'This damage is not settled.',
    'not-proposed': 'Propose the amount to the driver first, and answer if the driver disputes it.',
    'not-told': 'The driver has no account and has not read the proposal. Send the notice, and note that you did.',
    charged: 'This damage has already been charged.',
  },
  odometer: {
    'in-future': 'A reading cannot be in the future.',
    known: 'There is already a reading for that time. Withdraw it first if it is wrong.',
    contradicts:
      'An earlier reading is higher, or a later one is lower. If this one is right, enter it under “Kilometres” with the reason.',
  },
  assignment: {
    away: '{driver} is not working here on that day. Choose another day, or record the return on the driver’s record.',
    suspended: '{driver} is suspended on that day. End the suspension on the record first, or choose somebody else.',
    overlaps: '{plate} is with {driver} at that time ({period}). End or correct that period first.',
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
    owner: 'Say which driver it belongs to, only for a driver’s own car.',
    signed: 'Sign, or say why not.',
    photo: 'The photo is missing, or the reason.',
    damage: 'Say the kind, the place and the severity of all damage.',
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
    nif: 'This tax number is not right. Check its nine digits.',
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
    'prize-debit': 'A bonus is always in the driver’s favour. To deduct money, choose “Other” and say why.',
    'level-above': 'Each level must ask for more than the one before.',
    'reward-above': 'When only the highest level pays, each must pay more than the one before.',
    'tenure-short': 'The maximum cannot be less than the minimum.',
    'referral-self': 'Choose two different people.',
    'charge-credit':
      'Fines, damage and advances are always deducted. For an amount in the driver’s favour, choose “Other”.',
    'interest-advance': 'Only an advance has a charge per instalment. Remove the charge, or choose “Advance”.',
    'down-whole': 'The amount paid up front has to be less than the total.',
    'total-short': 'The total has to be enough for at least one week.',
    plate: 'Write a number plate, for example AB-12-CD.',
    year: 'Write a year with four digits.',
    time: 'Write a time, for example 06:00.',
    'column-repeated': 'This column has been chosen for something else.',
    'no-trip-times':
      'Tolls without a passenger can only be told apart by trip times. No report has those yet. Choose another rule.',
    'not-proven': 'The file does not prove it, so say which.',
  },
}
