// belfry/testing: a Belfry with a clock to drive, for your tests and ours. Advancing 24 hours takes a moment: the clock
// steps from one due moment to the next, and everything that becomes due is sent before it goes on.

export { type ChannelUnderTest, channelConformance } from './channel-conformance.ts'
export { createTestBelfry, type TestBelfry, type TestBelfryOptions } from './test-belfry.ts'
