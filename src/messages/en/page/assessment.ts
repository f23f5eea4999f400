import { cited } from '../cited.ts'

/** What the operator answers for when positions are recorded: impact assessment and entry in the register, made from the rules. */
export const assessment = {
  title: 'Impact assessment of location',
  subtitle: 'Made from the rules as they are today. It is not advice: show it to whoever looks after data protection.',
  back: 'Location settings',
  link: 'Impact assessment and register',
  dated: 'Version {version}, {day}',
  save: 'Save today’s version',
  saved: { one: '{count} version is saved.', other: '{count} versions are saved.' },
  none: 'No version is saved yet.',
  changed: 'The rules have changed since the last version. Save another.',
  same: 'The last version says what the rules say today.',
  versions: 'Saved versions',
  columns: { version: 'Version', at: 'Saved on', by: 'By', file: 'PDF' },
  take: 'Version {version} as PDF',
  whoLooked: 'Who looked, in the last 90 days',
  person: 'Person',
  times: 'Times',
  parts: {
    what: 'What is recorded',
    whom: 'Of whom',
    why: 'For what',
    basis: 'On what legal basis',
    needed: 'Why it is needed, and what is not done',
    days: 'For how many days',
    who: 'Who can look, and how often they did',
    alerts: 'Alerts and links',
    risks: 'Risks and measures',
    register: `Entry in the record of processing activities (${cited('record-of-processing')})`,
    open: 'What the company still has to confirm',
  },
  recording: 'Positions have been recorded since {since}.',
  notRecording: 'Nothing is recorded today.',
  data: 'The car’s position, time, speed, direction and accuracy, as the device reports them.',
  duty: {
    shift: 'Positions are recorded only during a planned shift of the driver with that car.',
    assignment: 'Positions are recorded while the driver has the car, except in private.',
  },
  offDuty: {
    drop: 'Off duty and in private, the position is not kept.',
    hide: 'Off duty and in private, the position is hidden. Only a hold opens it.',
  },
  ownCars: 'A driver’s own car is never recorded.',
  people: 'The company has {cars} cars. {drivers} drivers have one of them; {told} know the notice.',
  notice: 'The notice in force is version {version}. Whoever does not know it is not recorded.',
  devices: 'Positions are sent by {phone} phones and {tracker} trackers or servers.',
  purposes: [
    'To manage the cars while passengers are carried.',
    'To protect people and cars, above all in a theft or an accident.',
    'To count each car’s kilometres, without places.',
    'To answer a fine, toll or damage that somebody disputes.',
  ],
  basis: [
    `The operator’s legitimate interest in managing and securing its cars (${cited('legitimate-interest')}). Check with your lawyer.`,
    'A worker’s consent is no valid basis, and is not asked for.',
    `The law forbids watching performance from a distance (${cited('surveillance')}). Check with your lawyer.`,
  ],
  needed: [
    'Positions do not judge performance, prove working hours or measure driving.',
    'No pay, commission or goal is calculated from a place.',
    'Each driver can go private with one button, without saying why.',
    'Each driver sees what the office sees of them, and who looked.',
  ],
  alerts: {
    unheld: 'The office gets an alert when a car moves while nobody has it.',
    night: 'The office gets an alert when a car moves between {from} and {until} o’clock outside a shift.',
    zones: {
      one: 'The office gets an alert when a car leaves its zone. There is {count} zone.',
      other: 'The office gets an alert when a car leaves its zone. There are {count} zones.',
    },
    once: 'An alert keeps no place. Whoever opens it makes a look, which is written down.',
    links: {
      one: 'In the last 90 days there was {count} link to a car for somebody outside. None says who drives.',
      other: 'In the last 90 days there were {count} links to cars for people outside. None says who drives.',
    },
  },
  days: {
    one: 'Positions are kept for {count} day. Then they are deleted.',
    other: 'Positions are kept for {count} days. Then they are deleted.',
  },
  afterDays: 'Of a deleted day only the kilometres, the number of trips and the driving time remain.',
  holds: {
    one: '{count} car is on hold for theft, accident or evidence, for 90 days at most.',
    other: '{count} cars are on hold for theft, accident or evidence, for 90 days at most.',
  },
  noHolds: 'No car is on hold today for theft, accident or evidence.',
  noLookers: 'In the last 90 days nobody in the office looked at positions.',
  access: 'Whoever in the office looks after cars and drivers can see positions. Each look is recorded.',
  reason: { asked: 'Whoever looks must say why.', free: 'Whoever looks may say why.' },
  lookers: {
    one: 'In the last 90 days {count} person of the office looked.',
    other: 'In the last 90 days {count} people of the office looked.',
  },
  looks: { one: '{count} look in 90 days', other: '{count} looks in 90 days' },
  roles: {
    admin: 'The office',
    driver: 'The drivers themselves',
    link: 'Shared links',
    system: 'Volante, to count kilometres',
    'command-line': 'Whoever runs the computer',
  },
  risks: {
    watching: {
      is: 'A driver feels watched',
      measure: 'Positions are recorded on duty only. Each look is written down, and the driver reads it.',
    },
    private: {
      is: 'Private life shows',
      measure: 'Off duty and in private nothing is visible. A driver’s own car is never recorded.',
    },
    untold: {
      is: 'Somebody is recorded without knowing',
      measure: 'Nothing is kept before the driver knows the notice in force.',
    },
    breach: {
      is: 'An outsider reaches the positions',
      measure:
        'They lie in a database schema of their own. The site reads them only through functions that record the look.',
    },
    kept: {
      is: 'Positions are kept too long',
      measure: 'Each day is deleted as a whole when its time is over. Backups hold no positions.',
    },
    judged: {
      is: 'Positions are used to punish',
      measure: 'There is no score for speed or braking. No amount on a statement comes from a place.',
    },
    wrong: {
      is: 'A wrong position blames somebody',
      measure: 'Impossible positions are marked and not drawn. A position does not say who was driving.',
    },
  },
  register: {
    controller: 'Controller',
    nobody: 'Still to be filled in, under Company',
    activity: 'Activity',
    activityIs: 'Location of the company’s cars',
    purposes: 'Purposes',
    subjects: 'Data subjects',
    subjectsAre: 'Drivers who have a car of the company.',
    data: 'Data',
    recipients: 'Recipients',
    recipientsAre:
      'The office. The police or the insurer, when the company hands them evidence. Whoever hosts this system.',
    transfers: 'Transfers outside the Union',
    transfersAre: 'Volante does not pass positions on. Check where the devices that you use are hosted.',
    retention: 'Time limit',
    security: 'Security',
    securityIs: 'Access by person and by role, a record of each look, automatic deletion, backups without positions.',
  },
  open: [
    'If the company has a data protection officer, ask for their opinion.',
    'Confirm the time limit and the legal basis for your case with a lawyer.',
    'Hear the drivers, or whoever represents them, and write down what they said.',
  ],
  logged: {
    position: {
      'keep-assessment': 'Impact assessment saved',
    },
  },
}
