/** Operations that no run takes, and why not. */
export const untakable: Readonly<Record<string, string>> = {
  "POST /dashboard/api/accounts/{account}/deliveries/{id}/redeliver":
    "a webhook's call is repeated by hand once its last try has failed, and tries go on for longer than a run"
}
