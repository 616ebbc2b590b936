/** Keeps the rest of the page when a part of it fails. */
import { Component, type ReactNode } from "react";

/** Props of `ErrorBoundary`. */
interface ErrorBoundaryProps {
  /** The error is cleared when this changes: for pages, the address. */
  readonly of: string;
  readonly failed: (error: Error, retry: () => void) => ReactNode;
  readonly children: ReactNode;
}

/** Shows something else when what is inside throws: while it is drawn, or while it is loaded. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error: Error | undefined }> {
  override state: { readonly error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidUpdate({ of }: ErrorBoundaryProps): void {
    if (of !== this.props.of && this.state.error) this.setState({ error: undefined });
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? this.props.failed(error, () => this.setState({ error: undefined })) : this.props.children;
  }
}
