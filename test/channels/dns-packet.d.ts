// The few words of dns-packet that tests use; the package has no types of its own.

declare module 'dns-packet' {
  interface Question {
    readonly type: string
    readonly name: string
  }
  interface Answer extends Question {
    readonly ttl: number
    readonly data: string
  }
  interface Packet {
    readonly type: 'query' | 'response'
    readonly id?: number
    readonly questions?: readonly Question[]
    readonly answers?: readonly Answer[]
  }
  const codec: { encode(packet: Packet): Buffer; decode(bytes: Buffer): Packet }
  export default codec
}
