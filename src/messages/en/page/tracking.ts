/** What is known of where a car is: no position. What is known besides, and where it stands. */
export const tracking = {
  title: 'Tracking',
  subtitle: 'The site does not collect the location of the car or of your phone.',
  known: 'What the company knows about the car',
  points: [
    'Who has the car, and on which days.',
    'Via Verde tolls, with time and place. They come from Via Verde’s invoice.',
    'Fuel and charging, with time and station. They come from the card’s list.',
    'The kilometres the office records when a car is handed over and returned.',
  ],
  where: 'Where to see it',
  whereText: 'On the statement, tap the name of a line. Every toll and every fill-up is there.',
  later: 'If the company ever uses location, it has to tell drivers first.',
}
