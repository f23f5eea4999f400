import fc from 'fast-check'

// A mutation is found by the first example that fails: looking for a smaller one would take longer than all the tests.
fc.configureGlobal({ endOnFailure: true })
