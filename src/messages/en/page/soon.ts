export const soon = {
  will: 'What this page will do',
  until: 'Until then',
  kpis: {
    title: 'Performance',
    text: 'Figures per driver, taken from the platforms’ reports.',
    points: [
      'Euros per hour and per kilometre, trips, acceptance and cancellation.',
      'Each with its source and date; what was not measured says so.',
      'Compared with the driver’s own past, without location data.',
    ],
    until: 'Earnings by driver and week are under Payments.',
  },
  monitor: {
    title: 'Tracking',
    text: 'Where the fleet’s vehicles are, and since when that is known.',
    points: [
      'A map with the age of each position: moving, stopped, no signal.',
      'Off duty there is no location; drivers’ own cars are never followed.',
      'Every look is recorded, and positions are deleted when their time is up.',
    ],
    until: 'No device is connected. Who holds each vehicle is under Vehicles.',
  },
  users: {
    title: 'Users',
    text: 'Accounts of the office and of drivers, invitations and permissions.',
    points: [
      'Invitations by a single-use link, never a password by e-mail.',
      'Office permissions: operations, finance, accountant, owner.',
      'Disabling an account ends its open sessions at the next request.',
    ],
    until: 'Accounts are created on the command line, with “volante users”.',
  },
  performance: {
    title: 'Performance',
    text: 'One’s own weeks, compared with each other.',
    points: [
      'Euros per hour and per kilometre, with source and date.',
      'Compared with one’s own earlier weeks.',
      'Without location data and without compulsory rankings.',
    ],
    until: 'The earnings of each week are on the statements.',
  },
  ownTracking: {
    title: 'Tracking',
    text: 'What is known of the vehicle’s location, and who looked at it.',
    points: [
      'The last known position and its time.',
      'Private mode, off duty.',
      'Who looked at the position, and when.',
    ],
    until: 'No location is being collected.',
  },
  profile: {
    title: 'Profile',
    text: 'Name, e-mail, password, language, notices and sessions.',
    points: [
      'Change e-mail or password, after a recent sign-in.',
      'See and end open sessions.',
      'Download one’s own data or close the account.',
    ],
    until:
      'To change the password, sign out and choose “Forgotten the password?” on the sign-in page. The office takes care of the rest.',
  },
  help: {
    title: 'Help',
    text: 'Frequent questions, contacts and requests to the office.',
    points: [
      'Questions about the statement, payments and documents.',
      'Requests tied to a week, a vehicle or a document, with photos.',
      'The state of each request and the answer in writing.',
    ],
    until: 'The office answers by telephone and e-mail on working days.',
  },
}
