import { expect, test } from 'vitest'
import { readMailAnswer } from './mail-answer.ts'

// Answers of Postfix 3.7 and of the providers that fleets use.
test.each([
  ['550 5.1.1 <rui@example.org>: Recipient address rejected: User unknown in virtual mailbox table', 'address'],
  ['550 no such mailbox', 'address'],
  ['450 4.2.0 <rui@example.org>: Recipient address rejected: Greylisted, please try again in 300 seconds', 'later'],
  ['421 4.3.2 Service shutting down', 'later'],
  ['552-5.2.2 The email account that you tried to reach is over quota', 'full'],
  ['452 4.2.2 Mailbox full', 'full'],
  ['553 5.7.1 <outra@example.org>: Sender address rejected: not owned by user frota@example.org', 'sender'],
  ['554 5.7.1 <localhost[127.0.0.1]>: Client host rejected: Access denied', 'sender'],
  ['530 5.7.0 Authentication required', 'server'],
  ['535 5.7.8 Error: authentication failed: (reason unavailable)', 'server'],
  ['connect ECONNREFUSED 127.0.0.1:2599', 'server'],
  ['552 5.3.4 Error: message file too big', null],
])('%s', (words, advice) => {
  expect(readMailAnswer(words)).toBe(advice)
})
