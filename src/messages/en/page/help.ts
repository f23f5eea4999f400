/** What drivers ask most, each with its answer and its place, and how the office is reached. */
export const help = {
  title: 'Help',
  subtitle: 'What drivers ask most often, and how to reach the office.',
  questions: {
    payday: {
      asked: 'When am I paid?',
      answer: 'Home shows the amount and the day. It also shows whether the statement is approved or paid.',
    },
    wrong: {
      asked: 'An amount on my statement is wrong',
      answer:
        'Open the statement and tap the name of the line. Then choose “Dispute”. The deadline is on the statement.',
    },
    receipt: {
      asked: 'What do I put on the invoice (recibo verde)?',
      answer: 'Open the week’s statement. Each field is there, ready to copy to the Portal das Finanças.',
    },
    paper: {
      asked: 'One of my documents is about to expire',
      answer: 'Take a photo of the new one and send it under Documents. The office replies in your notices.',
    },
    police: {
      asked: 'The police asked for the car’s documents',
      answer: 'Tap “Show at the roadside”. The car’s documents and your own are all on that page.',
    },
    data: {
      asked: 'I have a new phone number, email or bank account',
      answer:
        'Under Data, choose “Ask for a correction” and write what it should be. The office will check and answer.',
    },
    fine: {
      asked: 'I got a fine',
      answer:
        'Fines the company has received are under Fines. If you were not driving at that time, tell the office now.',
    },
    accident: {
      asked: 'I had an accident, or the car is damaged',
      answer: 'If anyone is hurt, call 112 first. Take photos, then phone the office straight away.',
    },
    advance: {
      asked: 'I need an advance',
      answer:
        'Under Financing, enter how much you need and over how many weeks you want to repay it. The office decides.',
    },
  },
  office: {
    title: 'Contact the office',
    call: 'Phone the office',
    hours: 'Open: {hours}',
    write: 'Write to the office',
    unset: 'The office has not added its phone number or email yet.',
  },
}
