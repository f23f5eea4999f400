export const soon = {
  will: 'What this page will do',
  until: 'Until then',
  kpis: {
    title: 'Performance',
    text: 'Figures per driver, taken from the platforms’ reports.',
    points: [
      'Euros per hour and per kilometre, trips, acceptance and cancellation.',
      'Each with its source and date, or marked as not measured.',
      'Compared with the driver’s own past, without location data.',
    ],
    until: 'Earnings by driver and week are under Payments.',
  },
  monitor: {
    title: 'Tracking',
    text: 'Where the fleet’s vehicles are, and how recent each position is.',
    points: [
      'A map with the age of each position: moving, stopped, no signal.',
      'No location off duty; drivers’ own cars are never tracked.',
      'Every lookup is recorded, and positions are deleted at the end of their retention period.',
    ],
    until: 'No device is connected. You can see who has each vehicle under Vehicles.',
  },
}
