/** The part of autocannon that the benchmark uses. */
declare module "autocannon" {
  export interface Request {
    readonly path: string;
    readonly method?: "GET" | "POST";
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }
  export interface Client {
    setRequests(requests: Request[]): void;
  }
  export interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    readonly sampleInt: number;
    readonly setupClient: (client: Client) => void;
  }
  export interface Result {
    readonly requests: { readonly total: number };
    /** Seconds. */
    readonly duration: number;
    readonly "2xx": number;
    readonly "3xx": number;
    readonly non2xx: number;
    readonly errors: number;
  }
  export interface Running extends Promise<Result> {
    /** Before the first request is sent. */
    on(event: "start", heard: () => void): void;
  }
  export default function autocannon(options: Options): Running;
}
