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
}
