/** Delivering an event once more. */
import { useNavigate } from "react-router";
import { pageOf } from "../../address/address.ts";
import { type Submit, useSubmit } from "../../forms/state/use-submit.ts";

/** Creates a delivery, and goes to its page, which shows how it ends. @param list the deliveries of the webhook */
export function useDelivery(list: string): Submit & { readonly deliver: (eventId: string) => Promise<void> } {
  const navigate = useNavigate();
  const submit = useSubmit();
  return {
    ...submit,
    deliver: async (eventId) => {
      try {
        const { data } = await submit.send({ method: "POST", path: list, body: { event_id: eventId } });
        void navigate(pageOf(data?._links?.self ?? list));
      } catch (error) {
        submit.setError(error as Error);
      }
    },
  };
}
