export const soon = {
  will: 'What this page will do',
  until: 'Until then',
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
