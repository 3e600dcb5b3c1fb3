import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ContactLeftTopics, ContactTopicChoice, Topic, TopicChange, TopicInput } from "../domain/topics/Topic.ts"
import { created, single } from "./envelopes.ts"
import { BodyErrors, NotFoundBody, UnavailableBody, ValidationFailedBody } from "./Errors.ts"
import { access } from "./mounts.ts"

// The id of a topic is its key.
const params = { id: Schema.String }

/** The topics of an account (contract §19). */
export class TopicsGroup extends HttpApiGroup.make("topics").add(
  HttpApiEndpoint.get("list", "/topics", {
    success: Schema.Struct({ data: Schema.Array(Topic) }),
    error: UnavailableBody
  })
    .annotateMerge(access("topics_read"))
    .annotate(OpenApi.Summary, "List topics")
    .annotate(OpenApi.Description, "All of the account, at most 20, by key."),
  HttpApiEndpoint.post("create", "/topics", {
    payload: TopicInput,
    success: created(Topic),
    error: [...BodyErrors, UnavailableBody]
  })
    .annotateMerge(access("topics_write"))
    .annotate(OpenApi.Summary, "Create a topic")
    .annotate(
      OpenApi.Description,
      "A kind of marketing mail that campaigns and steps of flows may be of. The preference page of contacts shows it, and whoever leaves it gets the others as before. A topic gives no consent. The key stays."
    ),
  HttpApiEndpoint.get("get", "/topics/:id", {
    params,
    success: single(Topic),
    error: [NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("topics_read"))
    .annotate(OpenApi.Summary, "Read a topic"),
  HttpApiEndpoint.patch("change", "/topics/:id", {
    params,
    payload: TopicChange,
    success: single(Topic),
    error: [...BodyErrors, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("topics_write"))
    .annotate(OpenApi.Summary, "Rename a topic")
    .annotate(OpenApi.Description, "The names replace the former ones."),
  HttpApiEndpoint.delete("remove", "/topics/:id", {
    params,
    success: single(Topic),
    error: [ValidationFailedBody, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("topics_write"))
    .annotate(OpenApi.Summary, "Delete a topic")
    .annotate(
      OpenApi.Description,
      "Refused while an active flow, or a campaign that is to be sent or is being sent, is of it. What contacts chose stays in their ledgers. The answer is the topic as it was."
    ),
  HttpApiEndpoint.post("choose", "/contacts/:id/topics", {
    params,
    payload: ContactTopicChoice,
    success: single(ContactLeftTopics),
    error: [...BodyErrors, NotFoundBody, UnavailableBody]
  })
    .annotateMerge(access("contacts_write"))
    .annotate(OpenApi.Summary, "Leave and join topics for a contact")
    .annotate(
      OpenApi.Description,
      "Leaves the topics of `leave` and comes back to those of `join`, each with a line in the contact's consent ledger where it changes something. A topic that is not named stays as it is; one in both lists is left. It gives no consent. The answer has all topics that the contact left. Repeating the call is safe."
    )
) {}
